package io.ragport.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What JUnit's console wrote about a run of the suite. Immutable.
 *
 * @param tests the test methods that were reported, {@code class.method}
 * @param failed those of them that failed, with the report's text
 * @param reasonsForSkipping one for each test that was not run to its end
 * @param systemProperties of the JVM that ran it
 */
record SuiteReport(
    Set<String> tests,
    List<String> failed,
    List<String> reasonsForSkipping,
    Map<String, String> systemProperties) {

  /** The report in a folder. */
  static SuiteReport in(Path folder) throws IOException {
    Document document = parse(folder.resolve("TEST-junit-jupiter.xml"));
    Set<String> tests = new TreeSet<>();
    List<String> failed = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (Element test : elements(document.getDocumentElement(), "testcase")) {
      String name = test.getAttribute("name");
      String method = test.getAttribute("classname") + "." + name.substring(0, name.indexOf('('));
      tests.add(method);
      elements(test, "failure").forEach(e -> failed.add(method + ": " + e.getTextContent()));
      elements(test, "error").forEach(e -> failed.add(method + ": " + e.getTextContent()));
      elements(test, "skipped").forEach(e -> reasons.add(method + ": " + e.getTextContent()));
    }
    Map<String, String> properties = new TreeMap<>();
    elements(document.getDocumentElement(), "property")
        .forEach(e -> properties.put(e.getAttribute("name"), e.getAttribute("value")));
    return new SuiteReport(tests, failed, reasons, properties);
  }

  private static Document parse(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(e);
    }
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }
}
