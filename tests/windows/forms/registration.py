"""The registration form of the conformance suite with Windows' own controls."""

from kit import Form, fill, send, user32

NAME, EMAIL, PASSWORD, NEWS, COUNTRY, COLOURS, SUBMIT, STATUS, THANKS = 11, 12, 13, 14, 16, 18, 30, 31, 51
CHANGED, CLICKED = 0x300, 0


def commanded(number, code):
    if number == NAME and code == CHANGED:
        user32.EnableWindow(form.controls[SUBMIT], bool(form.text(NAME)))
    elif number == SUBMIT and code == CLICKED:
        user32.SetWindowTextW(form.controls[STATUS], f"Submitted for {form.text(NAME)}")
        dialog = form.open_dialog("Thank you", (300, 200, 300, 140))
        form.add("Static", "Your registration was received.", 0, (10, 10, 260, 20), 50, parent=dialog)
        form.add("Button", "OK", 0x10001, (100, 50, 80, 26), THANKS, parent=dialog)
    elif number == THANKS:
        form.close_dialog()


form = Form("Registration", (620, 480), commanded)
for line, (label, number) in enumerate((("Name", NAME), ("Email", EMAIL), ("Password", PASSWORD))):
    form.add("Static", label, 0, (10, 12 + line * 32, 80, 20), number + 10)
    hidden = 0x20 if number == PASSWORD else 0
    form.add("Edit", "", 0x10080 | hidden, (100, 10 + line * 32, 300, 24), number, extended=0x200)
form.add("Button", "Send me the newsletter", 0x10003, (10, 110, 240, 22), NEWS)
form.add("Static", "Country", 0, (10, 142, 80, 20), 15)
countries = form.add("ComboBox", "", 0x10003, (100, 140, 200, 200), COUNTRY)
fill(countries, 0x143, ("Austria", "Belgium", "Chile"))
send(countries, 0x14E)
form.add("Static", "Colours", 0, (10, 175, 80, 20), 17)
colours = form.add("ListBox", "", 0xA10001, (100, 175, 240, 100), COLOURS)
fill(colours, 0x180, ("Amber", "Blue", "Cyan", "Denim", "Ecru", "Fuchsia", "Gold", "Hazel"))
form.add("Button", "Submit", 0x18010000, (10, 290, 100, 28), SUBMIT)
form.add("Static", "Not submitted", 0, (130, 294, 300, 20), STATUS)
form.run()
