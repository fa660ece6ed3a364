"""Words on controls that stand for risky actions, by class, in the languages of common desktops: patterns, lower case.

`…_UNSPACED` are for scripts that write no spaces between words.
"""

from __future__ import annotations

SYSTEM = (
    r"shut ?down|power off|restart(?! later)|reboot|log ?out|sign out|hibernate|factory reset"
    r"|reset (?:this )?(?:pc|computer|device)"
    r"|format (?:the |this )?(?:disk|drive|volume|partition|card|usb|device)|(?:disk|drive|partition) format|erase (?:disk|drive)"
    r"|herunterfahren|neu starten|neustart|abmelden|(?:datenträger|laufwerk|festplatte) formatieren"
    r"|éteindre|redémarrer|se déconnecter|formater (?:le |la )?(?:disque|lecteur|partition)"
    r"|apagar(?: el)? (?:equipo|ordenador)|reiniciar|cerrar sesión|formatear(?: el| la)? (?:disco|unidad|partición)"
    r"|spegni|arresta il sistema|riavvia|formatta(?: il)? (?:disco|unità)|desligar|encerrar sessão|formatar(?: o)? disco"
    r"|afsluiten en uitschakelen|opnieuw opstarten|wyłącz komputer|uruchom ponownie|выключить|перезагрузить|форматировать диск"
    r"|إيقاف التشغيل|إعادة (?:ال)?تشغيل|تسجيل الخروج|تهيئة (?:ال)?قرص|إعادة ضبط المصنع"
)
SYSTEM_UNSPACED = (
    r"关机|重启|重新启动|注销|格式化|シャットダウン|再起動|ログアウト|フォーマット|시스템 종료|다시 시작|포맷"
)

DELETE = (
    r"delet(?:e|es|ing)|erase|remove|uninstall|purge|wipe|destroy|(?:move )?(?:to|in|into) (?:the )?trash|trash|recycle bin"
    r"|shred|(?:clear|empty) (?:all|history|trash|bin|data|everything)|unsubscribe|deactivate|close account|revoke"
    r"|lösch(?:en|e|t)|entfernen|papierkorb|deinstallieren|vernichten|supprimer|effacer|corbeille|désinstaller|enlever"
    r"|eliminar?|borrar|papelera|desinstalar|quitar|elimina(?:re)?|cestino|disinstalla(?:re)?|rimuovi"
    r"|excluir|apagar|lixeira|remover|verwijder(?:en)?|wissen|prullenbak|usuń|usunąć|kosz(?:a)?|odinstaluj"
    r"|удалить|стереть|очистить|корзин[ауы]"
    r"|(?:ال)?حذف|احذف|(?:ال)?مسح|امسح|إزالة|(?:إلغاء|الغاء) (?:ال)?تثبيت|سلة (?:المهملات|المحذوفات)|إفراغ"
)
DELETE_UNSPACED = r"删除|刪除|移除|清空|卸载|回收站|削除|消去|ゴミ箱|アンインストール|삭제|제거|휴지통"

SEND = (
    r"send|submit|publish|post|tweet|repl(?:y|y all)|share|forward message|invite|transfer|donate|buy|purchase|pay|checkout"
    r"|(?:place|submit|confirm|complete)(?: the| my| your)? (?:order|purchase|payment|booking)|order now|book now|subscribe"
    r"|(?:ab)?senden|abschicken|veröffentlichen|teilen|bestellen|kaufen|bezahlen|überweisen|buchen|einreichen"
    r"|envoyer|publier|partager|commander|acheter|payer|soumettre|virer|réserver"
    r"|enviar|publicar|compartir|comprar|pagar|transferir|realizar pedido"
    r"|invia(?:re)?|pubblica(?:re)?|condividi|acquista(?:re)?|paga|compartilhar|finalizar (?:compra|pedido)"
    r"|verzenden|versturen|kopen|betalen|publiceren|plaats bestelling|wyślij|kup|zapłać|opublikuj|udostępnij"
    r"|złóż zamówienie|zamów|zamawiam"
    r"|отправить|купить|оплатить|опубликовать|поделиться|отправить заказ|оформить заказ"
    r"|(?:ال)?إرسال|أرسل|ارسال|(?:ال)?نشر|انشر|(?:ال)?مشاركة|(?:ال)?شراء|اشتر|(?:ال)?دفع|ادفع|تحويل|حجز|احجز|تبرع"
    r"|(?:إتمام|تأكيد|تقديم|إرسال) (?:ال)?(?:طلب|شراء|دفع|حجز)|اطلب(?: الآن)?|(?:ال)?رد(?: على الكل)?|إعادة توجيه"
)
SEND_UNSPACED = (
    r"发送|發送|提交|购买|購買|支付|付款|发布|下单|送信|投稿|購入|支払|注文|公開|共有"
    r"|보내기|전송|구매|결제|게시|제출|주문"
)

PAY = (
    r"pay\w*|buy\w*|purchas\w*|donat\w*|transfer(?:s|red|ring)?|check ?out|bezahl\w*|zahl\w*|kauf\w*|überweis\w*|spende\w*"
    r"|achet\w*|paiement|virer|compra\w*|paga\w*|pago|transferir|acquist\w*|betal\w*|kopen|zapłać|kup|przelew|купить|оплатить"
    r"|(?:ال)?شراء|اشتر|(?:ال)?دفع|ادفع|تبرع|[$€£¥₹]\s?\d.*|.*\d\s?[$€£¥₹]"
)
PAY_UNSPACED = r"购买|購買|支付|付款|支払|購入|결제|구매"
"""What sends money. The class of what is sent does not show that."""

OVERWRITE = (
    r"overwrite|replace (?:the )?(?:existing )?(?:file|folder|document)s?|überschreiben|écraser|sobrescribir|sovrascrivi"
    r"|substituir arquivo|overschrijven|nadpisz|перезаписать|заменить файл|استبدال (?:ال)?ملف|الكتابة فوق"
)
OVERWRITE_UNSPACED = r"覆盖|覆蓋|上書き|덮어쓰기"

CLOSE_UNSAVED = (
    r"(?:don'?t|do not|without) sav(?:e|ing)|discard|lose changes|revert|nicht speichern|ohne (?:zu )?speichern|verwerfen"
    r"|ne pas (?:enregistrer|sauvegarder)|sans enregistrer|abandonner les modifications|no guardar|sin guardar|descartar"
    r"|non salvare|senza salvare|scarta|não (?:salvar|guardar)|niet opslaan|nie zapisuj|odrzuć|не сохранять"
    r"|عدم الحفظ|بدون حفظ|تجاهل"
)
CLOSE_UNSAVED_UNSPACED = r"不保存|不儲存|保存しない|저장 안"

RUN_PROGRAM = (
    r"run (?:a |the )?(?:command|program|script|macro)s?|execute|(?:enable|allow|edit|organi[sz]e|run|assign|import) macros?"
    r"|^macros?$|^makros?$|macro (?:editor|organi[sz]er|selector|security)|visual basic|basic ide|script editor"
    r"|^(?:run|run now|run basic|ausführen|exécuter|ejecutar|esegui|executar|uitvoeren|uruchom|выполнить)$"
    r"|makros? (?:aktivieren|ausführen|bearbeiten|verwalten|zulassen)|(?:activer|exécuter|autoriser)(?: une| la| les)? macros?"
    r"|(?:ejecutar|habilitar|permitir) (?:la |las )?macros?|(?:esegui|attiva|consenti)(?: la| le)? macro|executar macros?"
    r"|enable content|allow updating|update links|inhalte? aktivieren|aktualisierung erlauben|activer le contenu"
    r"|(?:web )?developer tools|(?:browser|web|javascript|python|script-fu|python-fu) console|^inspect$|inspect element"
    r"|view (?:page |frame |selection )?source|entwicklerwerkzeuge|seitenquelltext(?: anzeigen)?|outils de développement"
    r"|herramientas (?:para|de) desarrollador(?:es)?|strumenti di sviluppo|инструменты разработчика"
)

EXISTS = (
    r"already exists?|existiert bereits|ist bereits vorhanden|existe déjà|ya existe|esiste già|já existe|bestaat al"
    r"|już istnieje|уже существует|موجود بالفعل"
)
EXISTS_UNSPACED = r"已存在|既に存在|すでに存在|이미 존재|이미 있"

CONSENTS = (
    r"ok|okay|go|yes|yes to all|continue|confirm|proceed|apply|accept|i agree|agree|replace|allow|ja|oui|sí|si|sì|sim|tak|да"
    r"|weiter|fortfahren|ersetzen|bestätigen|continuer|confirmer|remplacer|continuar|aceptar|reemplazar|confermare|continua"
    r"|sostituisci|substituir|vervangen|zastąp|заменить|продолжить|نعم|موافق|متابعة|تأكيد|استبدال|是|确定|確定|替换|はい|置き換え|예|네|확인|바꾸기"
)
