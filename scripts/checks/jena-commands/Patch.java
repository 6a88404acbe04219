import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.jena.atlas.json.JSON;
import org.apache.jena.atlas.json.JsonObject;
import org.apache.jena.atlas.json.JsonValue;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;

/** Applies RDF Patches. Reads {before, patch} from standard input as a JSON array, prints each {result}, N-Triples, as a line of JSON. */
public class Patch {
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (JsonValue question : JSON.parseAny(System.in).getAsArray()) {
      JsonObject answer = new JsonObject();
      try {
        // Its graphs compare literals as terms: 21 is not 21.0.
        DatasetGraph data = DatasetGraphFactory.createTxnMem();
        data.executeWrite(() -> RDFDataMgr.read(data, bytes(question, "before"), Lang.NTRIPLES));
        RDFPatchOps.applyChange(data, RDFPatchOps.read(bytes(question, "patch")));
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        data.executeRead(() -> RDFDataMgr.write(result, data.getDefaultGraph(), Lang.NTRIPLES));
        answer.put("result", result.toString(StandardCharsets.UTF_8));
      } catch (Exception error) {
        answer.put("error", String.valueOf(error));
      }
      out.println(JSON.toStringFlat(answer));
    }
    out.flush();
  }

  private static ByteArrayInputStream bytes(JsonValue question, String name) {
    return new ByteArrayInputStream(question.getAsObject().get(name).getAsString().value().getBytes(StandardCharsets.UTF_8));
  }
}
