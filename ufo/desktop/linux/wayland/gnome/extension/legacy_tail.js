function init() {
    return new ToldWindows();
}
