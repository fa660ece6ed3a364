export default ToldWindows;
