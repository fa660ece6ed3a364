// The scene of owned controls in Java Swing. Arguments: the file for the truth, the window's title.

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Point;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.swing.*;
import javax.swing.event.MenuEvent;
import javax.swing.event.MenuListener;

public class SwingScene {
    static Path truth;
    static final List<String[]> facts = new ArrayList<>();
    static final List<Component> widgets = new ArrayList<>();
    static JMenu menu = new JMenu("File");
    static JTabbedPane book = new JTabbedPane();
    static String last = "";

    static String quote(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static void note(String key, String what) {
        try {
            String line = "[" + quote(key) + ", " + quote(what) + "]\n";
            Files.writeString(Path.of(truth + ".events"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    static <T extends Component> T track(String key, String role, String name, String more, T widget) {
        facts.add(new String[] {key, role, name, more});
        widgets.add(widget);
        return widget;
    }

    static String box(Component one) {
        if (!one.isShowing()) return "null";
        Point at = one.getLocationOnScreen();
        return String.format("[%d, %d, %d, %d]", at.x, at.y, at.x + one.getWidth(), at.y + one.getHeight());
    }

    static String states(Component one) {
        List<String> found = new ArrayList<>();
        if (!one.isEnabled()) found.add("\"disabled\"");
        if (one instanceof JCheckBox || one instanceof JRadioButton)
            found.add(((AbstractButton) one).isSelected() ? "\"checked\"" : "\"unchecked\"");
        else if (one instanceof JToggleButton && ((JToggleButton) one).isSelected()) found.add("\"pressed\"");
        if (one instanceof JTextField) found.add("\"editable\"");
        return "[" + String.join(", ", found) + "]";
    }

    static void write() {
        List<String> told = new ArrayList<>();
        for (int n = 0; n < facts.size(); n++) {
            String[] one = facts.get(n);
            Component widget = widgets.get(n);
            String value = "";
            if (widget instanceof JTextField) value = ", \"value\": " + quote(((JTextField) widget).getText());
            if (widget instanceof JSlider) value = ", \"value\": \"" + ((JSlider) widget).getValue() + "\"";
            told.add(String.format("{\"key\": %s, \"role\": %s, \"name\": %s, \"rect\": %s, \"states\": %s, \"seen\": \"%s\"%s%s}",
                quote(one[0]), quote(one[1]), quote(one[2]), box(widget), states(widget),
                widget.isShowing() ? "shown" : "hidden", value, one[3]));
        }
        for (int n = 0; n < 2; n++) {
            java.awt.Rectangle part = book.getBoundsAt(n);
            Point at = book.getLocationOnScreen();
            boolean chosen = book.getSelectedIndex() == n;
            told.add(String.format("{\"key\": \"tab%d\", \"role\": \"TabItem\", \"name\": %s, \"rect\": [%d, %d, %d, %d], "
                + "\"states\": [%s], \"seen\": \"shown\"%s}", n, quote(book.getTitleAt(n)), at.x + part.x, at.y + part.y,
                at.x + part.x + part.width, at.y + part.y + part.height, chosen ? "\"selected\"" : "",
                chosen ? "" : ", \"reacts\": \"selected\""));
        }
        String layers = menu.isPopupMenuVisible() ? "[\"file\", " + box(menu.getPopupMenu()) + "]" : "";
        String text = "{\"toolkit\": " + quote("Swing " + System.getProperty("java.version")) + ", \"area\": null, \"layers\": ["
            + layers + "], \"controls\": [" + String.join(",\n", told) + "]}";
        if (text.equals(last)) return;
        last = text;
        try {
            Path fresh = Path.of(truth + ".new");
            Files.writeString(fresh, text, StandardCharsets.UTF_8);
            Files.move(fresh, truth, StandardCopyOption.ATOMIC_MOVE);
        } catch (java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    static JComponent named(JComponent one, String name) {
        one.getAccessibleContext().setAccessibleName(name);
        return one;
    }

    static <T extends AbstractButton> T button(JPanel rows, String key, String role, T one) {
        track(key, role, one.getText(), one.isEnabled() ? ", \"reacts\": \"clicked\"" : "", one);
        one.addActionListener(event -> note(key, "clicked"));
        rows.add(one);
        return one;
    }

    static void build(JFrame frame) {
        JMenuBar bar = new JMenuBar();
        bar.add(track("file", "Menu", "File", ", \"reacts\": \"opened\", \"opens\": \"menu\"", menu));
        menu.addMenuListener(new MenuListener() {
            public void menuSelected(MenuEvent event) { note("file", "opened"); }
            public void menuDeselected(MenuEvent event) { }
            public void menuCanceled(MenuEvent event) { }
        });
        for (String name : new String[] {"New", "Leave"}) {
            JMenuItem item = menu.add(name);
            item.addActionListener(event -> note("file:" + name, "chosen"));
            track("file:" + name, "MenuItem", name, ", \"reacts\": \"chosen\"", item);
        }
        frame.setJMenuBar(bar);
        JPanel rows = new JPanel();
        rows.setLayout(new BoxLayout(rows, BoxLayout.Y_AXIS));
        button(rows, "press", "Button", new JButton("Press me"));
        JButton dead = new JButton("Not now");
        dead.setEnabled(false);
        button(rows, "dead", "Button", dead);
        button(rows, "loud", "ToggleButton", new JToggleButton("Loud"));
        button(rows, "check", "CheckBox", new JCheckBox("Remember", true));
        ButtonGroup sizes = new ButtonGroup();
        sizes.add(button(rows, "small", "RadioButton", new JRadioButton("Small", true)));
        sizes.add(button(rows, "large", "RadioButton", new JRadioButton("Large")));
        JButton unseen = button(rows, "unseen", "Button", new JButton("Never shown"));
        unseen.setVisible(false);
        JTextField entry = new JTextField("Lovelace");
        entry.setMaximumSize(new Dimension(300, 28));
        named(entry, "Surname");
        entry.addFocusListener(new FocusAdapter() {
            public void focusGained(FocusEvent event) { note("surname", "focused"); }
        });
        rows.add(track("surname", "Edit", "Surname", ", \"reacts\": \"focused\"", entry));
        JSlider volume = new JSlider(0, 10, 4);
        named(volume, "Volume");
        volume.addChangeListener(event -> note("volume", "changed"));
        rows.add(track("volume", "Slider", "Volume", "", volume));
        for (String name : new String[] {"first", "second"}) {
            JPanel page = new JPanel();
            String words = "On the " + name + " page";
            button(page, "on-" + name, "Button", new JButton(words));
            book.addTab(name.equals("first") ? "First" : "Second", page);
        }
        book.addChangeListener(event -> note("tab" + book.getSelectedIndex(), "selected"));
        rows.add(book);
        frame.add(rows, BorderLayout.CENTER);
    }

    public static void main(String[] arguments) throws Exception {
        truth = Path.of(arguments[0]);
        Files.writeString(Path.of(truth + ".events"), "");
        SwingUtilities.invokeAndWait(() -> {
            JFrame frame = new JFrame(arguments[1]);
            frame.setDefaultCloseOperation(WindowConstants.EXIT_ON_CLOSE);
            build(frame);
            frame.setSize(500, 560);
            frame.setVisible(true);
            new Timer(60, event -> write()).start();
        });
    }
}
