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
import javax.swing.tree.DefaultMutableTreeNode;

public class SwingScene {
    static Path truth;
    static final List<String[]> facts = new ArrayList<>();
    static final List<Component> widgets = new ArrayList<>();
    static JMenu menu = new JMenu("File");
    static JTabbedPane book = new JTabbedPane();
    static JTree tree = new JTree();
    static JList<String> list = new JList<>();
    static JTable table = new JTable(new Object[][] {{"Apples", "3"}, {"Pears", "5"}, {"Plums", "7"}}, new Object[] {"Fruit", "Amount"});
    static JComboBox<String> colours = new JComboBox<>(new String[] {
        "Red", "Green", "Blue", "Yellow", "Orange", "Purple", "Black", "White", "Grey", "Pink", "Brown", "Cyan"});
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
        if (one instanceof JPasswordField) found.add("\"password\"");
        return "[" + String.join(", ", found) + "]";
    }

    static void write() {
        List<String> told = new ArrayList<>();
        for (int n = 0; n < facts.size(); n++) {
            String[] one = facts.get(n);
            Component widget = widgets.get(n);
            String value = "";
            if (widget instanceof JTextField && !(widget instanceof JPasswordField)) value = ", \"value\": " + quote(((JTextField) widget).getText());
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
        told.addAll(parts());
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

    static String part(String key, String role, String name, JComponent around, java.awt.Rectangle box, String states, String reacts) {
        java.awt.Rectangle seen = box.intersection(around.getVisibleRect());
        Point at = around.getLocationOnScreen();
        String rect = seen.isEmpty() ? "null" : String.format("[%d, %d, %d, %d]", at.x + seen.x, at.y + seen.y,
            at.x + seen.x + seen.width, at.y + seen.y + seen.height);
        return String.format("{\"key\": %s, \"role\": \"%s\", \"name\": %s, \"rect\": %s, \"states\": [%s], \"seen\": \"%s\"%s}",
            quote(key), role, quote(name), rect, states, seen.isEmpty() ? "scrolled" : "shown",
            reacts.isEmpty() ? "" : ", \"reacts\": \"" + reacts + "\"");
    }

    static List<String> parts() {
        List<String> told = new ArrayList<>();
        for (int n = 0; n < list.getModel().getSize(); n++)
            told.add(part("row" + n, "ListItem", list.getModel().getElementAt(n), list, list.getCellBounds(n, n),
                list.isSelectedIndex(n) ? "\"selected\"" : "", list.isSelectedIndex(n) ? "" : "selected"));
        for (int n = 0; n < tree.getRowCount(); n++) {
            boolean leaf = ((DefaultMutableTreeNode) tree.getPathForRow(n).getLastPathComponent()).isLeaf();
            String states = leaf ? "" : tree.isExpanded(n) ? "\"expanded\"" : "\"collapsed\"";
            String name = tree.getPathForRow(n).getLastPathComponent().toString();
            told.add(part("tree:" + name, "TreeItem", name, tree, tree.getRowBounds(n), states, ""));
        }
        for (int row = 0; row < table.getRowCount(); row++)
            for (int column = 0; column < 2; column++)
                told.add(part("cell" + row + "-" + column, "Cell", table.getValueAt(row, column).toString(), table,
                    table.getCellRect(row, column, false), "", ""));
        return told;
    }

    static JPanel lists() {
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("Kinds");
        for (String kind : new String[] {"Birds", "Fish"}) {
            DefaultMutableTreeNode branch = new DefaultMutableTreeNode(kind);
            for (int n = 1; n <= 12; n++) branch.add(new DefaultMutableTreeNode(kind + " " + n));
            root.add(branch);
        }
        tree.setModel(new javax.swing.tree.DefaultTreeModel(root));
        named(tree, "Kinds");
        tree.addTreeSelectionListener(event -> note("tree", String.valueOf(tree.getLastSelectedPathComponent())));
        DefaultListModel<String> entries = new DefaultListModel<>();
        for (int n = 1; n <= 40; n++) entries.addElement("Entry " + n);
        list.setModel(entries);
        named(list, "Entries");
        list.addListSelectionListener(event -> { if (!event.getValueIsAdjusting() && list.getSelectedIndex() >= 0)
            note("row" + list.getSelectedIndex(), "selected"); });
        named(table, "Orders");
        table.setPreferredScrollableViewportSize(new Dimension(200, 48));
        table.getModel().addTableModelListener(event -> note("cell" + event.getFirstRow() + "-" + event.getColumn(),
            String.valueOf(table.getValueAt(event.getFirstRow(), event.getColumn()))));
        JPanel rows = new JPanel();
        rows.setLayout(new BoxLayout(rows, BoxLayout.Y_AXIS));
        for (JComponent one : new JComponent[] {tree, list, table}) {
            JScrollPane pane = new JScrollPane(one);
            pane.setPreferredSize(new Dimension(230, 130));
            rows.add(pane);
        }
        return rows;
    }

    static JPanel fields() {
        JPanel rows = new JPanel();
        rows.setLayout(new BoxLayout(rows, BoxLayout.Y_AXIS));
        JLabel label = new JLabel("Colour");
        label.setLabelFor(colours);
        rows.add(label);
        rows.add(track("colour", "ComboBox", "", ", \"label\": \"Colour\", \"value\": \"Red\"", colours));
        colours.addActionListener(event -> { if (colours.getSelectedItem() != null) note("colour", colours.getSelectedItem().toString()); });
        JComboBox<String> towns = new JComboBox<>(new String[] {"Ghent", "Basel"});
        towns.setEditable(true);
        towns.addActionListener(event -> note("town", String.valueOf(towns.getSelectedItem())));
        rows.add(track("town", "ComboBox", "Town", ", \"value\": \"Ghent\"", named(towns, "Town")));
        JSpinner count = new JSpinner(new SpinnerNumberModel(5, 0, 100, 1));
        count.addChangeListener(event -> note("count", count.getValue().toString()));
        rows.add(track("count", "Spinner", "Count", ", \"value\": \"5\"", named(count, "Count")));
        JSpinner day = new JSpinner(new SpinnerListModel(new String[] {"Mon", "Tue", "Wed"}));
        day.addChangeListener(event -> note("day", day.getValue().toString()));
        rows.add(track("day", "Spinner", "Day", ", \"value\": \"Mon\"", named(day, "Day")));
        rows.add(track("secret", "Edit", "Secret", ", \"value\": \"\"", named(new JPasswordField(), "Secret")));
        for (Component one : rows.getComponents()) {
            ((JComponent) one).setAlignmentX(0);
            one.setMaximumSize(new Dimension(200, one.getPreferredSize().height));
        }
        JDesktopPane desk = new JDesktopPane();
        JInternalFrame inner = new JInternalFrame("Inner");
        JPanel page = new JPanel();
        button(page, "inside", "Button", new JButton("Inside"));
        inner.add(page);
        inner.setBounds(5, 5, 180, 90);
        inner.setVisible(true);
        desk.add(inner);
        rows.add(desk);
        return rows;
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
        JMenu more = new JMenu("More");
        menu.add(track("file:more", "Menu", "More", "", more));
        JMenuItem deep = more.add("Deep one");
        deep.addActionListener(event -> note("file:deep", "chosen"));
        JCheckBoxMenuItem wrap = new JCheckBoxMenuItem("Wrap lines");
        wrap.addItemListener(event -> note("file:wrap", wrap.isSelected() ? "on" : "off"));
        more.add(wrap);
        JMenuItem ask = menu.add(track("file:ask", "MenuItem", "Ask", "", new JMenuItem("Ask")));
        ask.addActionListener(event -> note("asked",
            String.valueOf(JOptionPane.showConfirmDialog(frame, "Really?", "Please confirm", JOptionPane.YES_NO_OPTION))));
        JMenuItem open = menu.add(track("file:open", "MenuItem", "Open...", "", new JMenuItem("Open...")));
        open.addActionListener(event -> {
            JFileChooser chooser = new JFileChooser(truth.getParent().toFile());
            if (chooser.showOpenDialog(frame) == JFileChooser.APPROVE_OPTION) note("opened", chooser.getSelectedFile().getPath());
        });
        frame.setJMenuBar(bar);
        JToolBar tools = new JToolBar();
        tools.setFloatable(false);
        JButton brush = track("brush", "Button", "Brush", ", \"reacts\": \"clicked\"", new JButton("Brush"));
        brush.addActionListener(event -> note("brush", "clicked"));
        tools.add(brush);
        frame.add(tools, BorderLayout.NORTH);
        JPanel beside = new JPanel();
        beside.setLayout(new BoxLayout(beside, BoxLayout.X_AXIS));
        beside.add(lists());
        beside.add(fields());
        frame.add(beside, BorderLayout.EAST);
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
            frame.setSize(940, 560);
            frame.setVisible(true);
            new Timer(60, event -> write()).start();
        });
    }
}
