import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.jena.atlas.json.JSON;
import org.apache.jena.atlas.json.JsonObject;
import org.apache.jena.atlas.json.JsonValue;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.compose.Union;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.shacl.ShaclValidator;
import org.apache.jena.shacl.Shapes;
import org.apache.jena.sparql.graph.GraphFactory;

/** The results of Apache Jena. Reads questions from standard input as a JSON array, prints each answer as a line of JSON. */
public class Checks {
  private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  public static void main(String[] args) throws Exception {
    for (JsonValue question : JSON.parseAny(System.in).getAsArray()) {
      JsonObject answer = new JsonObject();
      try {
        switch (args[0]) {
          case "shapes" -> shapes(args, question.getAsObject(), answer);
          case "queries" -> query(args, question.getAsObject(), answer);
          case "graphs" -> graphs(question.getAsObject(), answer);
          default -> throw new IllegalArgumentException(args[0]);
        }
      } catch (Exception | StackOverflowError error) {
        answer.put("error", String.valueOf(error.getMessage()));
      }
      OUT.println(JSON.toStringFlat(answer));
    }
    OUT.flush();
  }

  private static Shapes theShapes;
  private static Graph ontology;

  /** Arguments: the shapes, the ontologies. Question: {data}, N-Triples. Answer: {conforms, problems}. */
  private static void shapes(String[] args, JsonObject question, JsonObject answer) {
    if (theShapes == null) {
      theShapes = Shapes.parse(RDFDataMgr.loadGraph(args[1], Lang.NTRIPLES));
      ontology = RDFDataMgr.loadGraph(args[2], Lang.NTRIPLES);
    }
    Graph data = parse(question.get("data").getAsString().value(), Lang.NTRIPLES);
    var report = ShaclValidator.get().validate(theShapes, new Union(data, ontology));
    Set<String> problems = new LinkedHashSet<>();
    report.getEntries().forEach(entry -> problems.add(entry.resultPath() + " " + entry.value() + ": " + entry.message()));
    answer.put("conforms", report.conforms());
    answer.put("problems", String.join("\n", problems));
  }

  private static Dataset dataset;

  /** Argument: the dataset, N-Quads. Question: {query}. Answer: {result}, in SPARQL JSON or N-Triples. */
  private static void query(String[] args, JsonObject question, JsonObject answer) {
    if (dataset == null) {
      dataset = DatasetFactory.create();
      RDFDataMgr.read(dataset, args[1], Lang.NQUADS);
    }
    Query query = QueryFactory.create(question.get("query").getAsString().value());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (QueryExecution execution =
        QueryExecution.dataset(dataset).query(query).timeout(20, TimeUnit.SECONDS).build()) {
      if (query.isSelectType()) ResultSetFormatter.outputAsJSON(out, execution.execSelect());
      else if (query.isAskType()) ResultSetFormatter.outputAsJSON(out, execution.execAsk());
      else if (query.isConstructType()) RDFDataMgr.write(out, execution.execConstruct(), Lang.NTRIPLES);
      else RDFDataMgr.write(out, execution.execDescribe(), Lang.NTRIPLES);
    }
    answer.put("result", out.toString(StandardCharsets.UTF_8));
  }

  /** Question: {turtle, ntriples, jsonld}. Answer: {different}, the names of the syntaxes that differ from the N-Triples. */
  private static void graphs(JsonObject question, JsonObject answer) {
    Graph expected = parse(question.get("ntriples").getAsString().value(), Lang.NTRIPLES);
    Set<String> different = new LinkedHashSet<>();
    for (String name : question.keys()) {
      Lang lang = name.equals("jsonld") ? Lang.JSONLD : Lang.TURTLE;
      if (!parse(question.get(name).getAsString().value(), lang).isIsomorphicWith(expected)) different.add(name);
    }
    answer.put("different", String.join(" ", different));
  }

  private static Graph parse(String text, Lang lang) {
    Graph graph = GraphFactory.createDefaultGraph();
    RDFParser.create().source(new StringReader(text)).lang(lang).parse(graph);
    return graph;
  }
}
