import java.io.File;
import java.util.stream.Collectors;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLProperty;
import org.semanticweb.owlapi.profiles.OWL2DLProfile;

/**
 * Reads each file with OWL API, the library of Protege: counts the properties of each kind, and prints a line for each
 * violation of OWL 2 DL. The first line for a file has its name, the counts and the properties of both kinds, in columns.
 */
public class Profile {
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      OWLOntology ontology = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(new File(file));
      var ofData = ontology.dataPropertiesInSignature().map(OWLProperty::getIRI).collect(Collectors.toSet());
      long ofBoth = ontology.objectPropertiesInSignature().map(OWLProperty::getIRI).filter(ofData::contains).count();
      var counts =
          new Object[] {
            "file", file, ontology.objectPropertiesInSignature().count(), ofData.size(), ofBoth, ontology.classesInSignature().count()
          };
      System.out.println(java.util.Arrays.stream(counts).map(String::valueOf).collect(Collectors.joining("\t")));
      new OWL2DLProfile()
          .checkOntology(ontology)
          .getViolations()
          .forEach(violation -> System.out.println("violation\t" + violation.getClass().getSimpleName() + "\t" + violation.toString().replaceAll("\\s+", " ")));
    }
  }
}
