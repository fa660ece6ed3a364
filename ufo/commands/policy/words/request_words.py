"""How people say what to do, what not to do, and under which condition: patterns over a request whose quotes are masked."""

from __future__ import annotations

import re

from ufo.schema.patterns import any_case, regex

QUOTES = regex(
    r"\"([^\"\n]*)\"|«([^»\n]*)»|[„“]([^“”\n]*)[“”]|`([^`\n]+)`|(?<![\w'])'([^'\n]+?)'(?!\w)|(?<!\w)‘([^’\n]*)’(?!\w)"
)
FENCES = regex(r"```.*?(?:```|\Z)|^\s*>.*$|<[^<>\n]{1,40}>.*?</[^<>\n]{1,40}>", re.DOTALL | re.MULTILINE)
MATERIAL = any_case(
    r"\b(?:type|write|enter|insert|add|append|paste|put|reply|answer|say|says|saying|text|message|note|mail|e-?mail|title|subject"
    r"|summari[sz]e|translate|read|search|find|look|comment|caption|heading|tippe|schreibe?|trage?|gib|écris|tape|escribe"
    r"|following|below|content|body)\b[^.!?\n:]*:(?!//|\d|\\)"
)
SENTENCES = regex(r"[.!?;]+(?=\s|$)|\n+|\s[\u2013\u2014-]+\s")
CLAUSES = any_case(r",|\b(?:and then|and|then|but|und dann|und|dann|danach|et|puis|y|luego|poi)\b")
FILLERS = any_case(
    r"(?:(?:please|kindly|now|next|finally|lastly|first|second|third|also|just|simply|only|and|then|so|but|instead|ok|okay|hi|hello"
    r"|hey|ufo|afterwards|after that|go ahead and|go on and|(?:can|could|would|will) you|you (?:can|may|should|must)|make sure to"
    r"|i (?:want|need|would like) you to|i'd like you to|do not forget to|don't forget to|never forget to|not only|bitte|jetzt"
    r"|anschließend|zuletzt|s'il (?:te|vous) plaît|por favor|per favore|\d+[.)]|[-*•(:])(?!\w)[\s,]*)+"
)
PLACE = regex(r"(?:in|on|at|from|using|with|via|within|inside|auf|im|dans|en|sur)\s+(?:[^\s,]+\s+){1,8}?(?=VERB)")
PRESS = (
    r"(?:press|click|hit|tap|push|choose|select|activate|drücke?n?|klicke?n?|appuie[sz]?|appuyez|cliquez?|clique|pulsa|presiona"
    r"|premi|clicca)"
)
PRESSED = any_case(
    rf"{PRESS}(?:\s+(?:on|onto|auf|sur|en|su))?(?:\s+(?:the|that|this|its|every|each|all|den|die|das|le|la|el|il))?"
    r"(?:\s+(?:button|link|menu item|menu entry|option|item|entry|icon|knopf|schaltfläche|bouton|botón|pulsante))?"
    r"(?:\s+(?:called|named|labell?ed|marked|saying|that says|namens))?\s+"
)
AFTER_NAME = any_case(
    r"(?:\s+(?:button|link|menu item|menu entry|option|item|entry|icon|knopf|schaltfläche|bouton|botón))?"
    r"(?=\s*$|\s*[,;.!?()\x02]|\s+(?:and|then|in|on|at|of|from|for|once|twice|again|now|please|so|but|there|und|dann|im|auf|et"
    r"|puis|y|luego|after|every|each|\d+ times)\b|\s+to (?:finish|complete|confirm|continue|proceed|send|submit|order|place|buy"
    r"|save|close|see|get|open|go)\b)"
)
NEGATION = any_case(
    r"\b(?:do not|don'?t|does not|doesn'?t|did not|didn'?t|never|not|neither|nor|no|without|avoid|refrain|mustn'?t|shouldn'?t"
    r"|cannot|can'?t|won'?t|needn'?t|stop|skip|leave out|rather than|instead of|except)\b"
)
NO_NEGATION = any_case(
    r"\b(?:(?:do not|don'?t|never) (?:forget|fail|hesitate) to|not only|no problem|without (?:delay|hesitation)|no doubt)\b"
)
NEGATED_THING = any_case(
    r"\bwithout (?:an?|any) (?!\w+ing\b)\w+|\b(?:that|which) (?:never|do(?:es)? not|don'?t|doesn'?t) \w+"
)
"""Says what a thing is to be like: "without a seam", "values that never change". It reaches to the end of its clause."""
# The Spanish "sin" is also a sine.
NEGATED_ANYWHERE = any_case(
    r"\b(?:nicht|nie|niemals|kein\w*|ohne|pas|jamais|sans|ne|n'\w+|nunca|sin(?!\s*[(\d])|jamás|non|mai|senza|não|nem|niet"
    r"|nooit|zonder|bez|inte|ikke|не|нельзя|никогда|без)\b|不|别|勿|ない|않|마세요"
)
NEGATED_AFTER = any_case(
    r"['\"]?(?: button| link)?(?: (?:must|should|may|shall|can|could|is|are|will|has|needs|to|darf|soll|wird|doit|debe))*"
    r"(?:n't| not| never| no| nicht| nie| pas| jamais| nunca)\b"
)
NEGATION_ENDS = any_case(
    rf"\b(?:but|instead|however)\b|,\s*(?:(?:so|please|then|just|now)\s+)*(?={PRESS}\b|send\b|submit\b|save\b|run\b)"
)
CONDITION = any_case(
    r"\b(?:if|unless|in case|provided|assuming|as long as|whenever|when|until|till|before|whether|should (?:the|it|there|you)"
    r"|except|once (?!more\b|again\b)\w+|as soon as|only after|depending|maybe|perhaps|wenn|falls|sofern|bevor"
    r"|sobald|quand|lorsque|avant|cuando|antes|quando|prima)\b|\bsi\b"
)
TOLD_WHEN = any_case(
    r"\b(?:tell|say|report|show|let me know|inform|note)\b(?: me| us)?\s*(?:when|if|whether|once|as soon as)\b"
)
ONCE_DONE = any_case(
    r"\s*\b(?:when|once|as soon as|after)\s+(?:(?:you(?:'re| are| have)|(?:all|everything)(?:'s| is| has been))\s+)?"
    r"(?:done|finished|completed?)\b(?:\s*,|(?=\s*(?:$|[.;!)\x02]|(?:please\s+)?(?:press|click|push|hit|tap)\b)))"
)
"""Says only in which order: what is done is what the request itself asks for."""
ASKS_FIRST = any_case(
    r"\b(?:ask|check with|confirm with|consult|wait for|warn)\s+(?:me|us|my)\b"
    r"|\blet me (?:decide|confirm|check|see|review|approve|do|press|click)\b"
    r"|\bmy (?:ok|okay|consent|approval|permission|confirmation|go[- ]ahead)\b|\b(?:i will|i'll|i want to|let me) "
    r"(?:press|click|send|submit|do|decide)\b|\bfrag\w* mich\b|\bdemande\w*[- ]moi\b"
)
HEDGE = any_case(
    r"[?\u00bf\u061f\uff1f…]|\.{3}|\n\s*\S|\s[-\u2013\u2014]+\s"
    r"|\b(?:but|except\w*|apart|exclud\w+|other than|anything|nothing|nobody|off.?limits|taboo|forbid\w*|prohibit\w*|banned"
    r"|alone|away|never|not|no|\w+n't|without|avoid|refrain|mistake|would|could|should|might|may|if|unless|condition\w*"
    r"|provided|only|until|till|before|after\w*|first|nod|approv\w*|tomorrow|tonight|later|soon|next|at \d+|\w+day|morning"
    r"|evening|wait|scrap|forget|kidding|joking|cancel|leave|keep|drafts?|told|tell (?:how|what|why|who|which|where|when)|sure"
    r"|course|explain|himself|herself|themselves|ruin"
    r"|außer|ausnahme|tabu|verb[oi]\w+|nicht|nie\w*|kein\w*|ohne|nur|erst|zuerst|sofern|falls|wenn|voraus\w+|später|morgen"
    r"|heute abend|halt|vergiss|lieber|lass\w*|bleibt|entwurf|finger|fatal|klar"
    r"|sauf|hormis|except\w+|interdit\w*|réserv\w+|ne|pas|jamais|sans|si|condition|seulement|d'abord|après|demain|lundi"
    r"|attends|oublie\w*|laisse\w*|finalement|brouillon|bien sûr|garde\w*|à \d+"
    r"|menos|excepto|prohib\w+|ni|jamás|nunca|sin|evita|siempre que|solo|primero|tras|mañana|lunes|a las|espera|olvíd\w+|déjal\w"
    r"|mejor|borrador|claro|cosa de"
    r"|oprócz|poza|wyjątk\w+|zakaz\w+|nie|o ile|jeśli|tylko|dopiero|jutro|czekaj|zostaw|zapomnij|czy|najpierw|jasne|szkic)\b"
    r"|ما عدا|باستثناء|إلا|ممنوع|لا |إذا|بشرط|فقط|بعد|غدا|هل|انتظر|اترك|انس|不|别|別|勿|禁止"
    r"|除|如果|的话|才|等|明天|算了|ない|以外|なら|れば"
)
"""A sign of an exception, a denial, a question, a condition, another time, a taking back, a list or a second paragraph."""
EVERY = any_case(r"\b(?:every|all|each|any|always|alle|jede[nrs]?|tous|toutes|todos|todas)\b")
TIMES = any_case(r"\b(?:(twice|two times)|(\d{1,3}) times|(thrice|three times))\b")
FILES = regex(
    r"(?:~|\.{1,2})?/[^\s,;:\"'()<>\x01\x02]+|[^\s,;:\"'()<>/\x01\x02]+(?:/[^\s,;:\"'()<>\x01\x02]+)*\.[A-Za-z]\w{0,7}\b"
)
WORD = regex(r"[^\W_]+(?:'[^\W_]+)?")
