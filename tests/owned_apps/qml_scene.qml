import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

ApplicationWindow {
    id: window
    visible: true
    width: 640
    height: 520

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: 8
        Button { objectName: "press|Button|clicked"; text: "Press me"; onClicked: ledger.note("press", "clicked") }
        Button { objectName: "dead|Button|"; text: "Not now"; enabled: false }
        CheckBox { objectName: "check|CheckBox|clicked"; text: "Remember"; checked: true; onClicked: ledger.note("check", "clicked") }
        RadioButton { objectName: "small|RadioButton|clicked"; text: "Small"; checked: true; onClicked: ledger.note("small", "clicked") }
        RadioButton { objectName: "large|RadioButton|clicked"; text: "Large"; onClicked: ledger.note("large", "clicked") }
        TextField { objectName: "surname|Edit|focused"; text: "Lovelace"; Accessible.name: "Surname"; onActiveFocusChanged: if (activeFocus) ledger.note("surname", "focused") }
        Slider { objectName: "volume|Slider|"; from: 0; to: 10; value: 4; stepSize: 1; Accessible.name: "Volume"; Layout.fillWidth: true }
        Item {
            Layout.preferredHeight: 40
            Layout.fillWidth: true
            Button { objectName: "under|Button|covered"; text: "Underneath"; width: 160; height: 40 }
            Button { objectName: "over|Button|clicked"; text: "On top of it"; width: 160; height: 40; onClicked: ledger.note("over", "clicked") }
        }
        Button { objectName: "unseen|Button|"; text: "Never shown"; visible: false }
        ListView {
            id: list
            objectName: "list"
            Layout.fillWidth: true
            Layout.fillHeight: true
            clip: true
            Accessible.role: Accessible.List
            Accessible.name: "Rows"
            model: 60
            delegate: ItemDelegate {
                objectName: "row" + index + "|ListItem|clicked"
                text: "Row " + index
                width: list.width
                onClicked: ledger.note("row" + index, "clicked")
            }
        }
    }
}
