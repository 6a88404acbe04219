/** The values that a datatype of the model accepts (D5), and its label in messages. */
import { type Bounds, integerBounds, integerTypes, isIntegerType } from '../rdf/integers.js';
import { type Iri, iri } from '../rdf/terms.js';
import { rdfNs, xsdNs } from '../rdf/vocabulary.js';

const type = (name: string): Iri => iri(xsdNs + name);

const labels = new Map<string, string>([
  ['string', 'a text'],
  ['boolean', 'a boolean'],
  ['double', 'a number'],
  ['decimal', 'a number'],
  ['float', 'a number'],
  ['integer', 'an integer'],
  ['positiveInteger', 'an integer of 1 or more'],
  ['nonNegativeInteger', 'an integer of 0 or more'],
  ['dateTime', 'a date and time'],
  ['date', 'a date'],
  ['time', 'a time of day'],
  ['duration', 'a duration'],
  ['anyURI', 'a URI'],
]);

export interface DatatypeRule {
  /** The datatypes that a value may have. */
  readonly accepts: readonly Iri[];
  /** Whether an IRI is accepted as well as a literal. */
  readonly iri: boolean;
  readonly bounds: Bounds;
  /** For messages: "a boolean (xsd:boolean)". */
  readonly label: string;
}

/**
 * The rule of a datatype: it accepts a language-tagged text for a text, an integer or decimal for a number, any form of
 * a URI for a URI (D5), and any integer datatype for another integer datatype within its bounds, since a SPARQL store
 * retains the value and not the derived datatype.
 */
export function datatypeRule(datatype: Iri): DatatypeRule {
  const name = datatype.startsWith(xsdNs) ? datatype.slice(xsdNs.length) : datatype;
  const short = datatype.startsWith(xsdNs) ? `xsd:${name}` : datatype;
  const label = labels.get(name);
  return {
    accepts: accepted(datatype),
    iri: datatype === type('anyURI'),
    bounds: integerBounds.get(datatype) ?? {},
    label: label === undefined ? `a literal of ${short}` : `${label} (${short})`,
  };
}

function accepted(datatype: Iri): readonly Iri[] {
  switch (datatype) {
    case type('string'):
      return [datatype, iri(`${rdfNs}langString`)];
    case type('anyURI'):
      return [datatype, type('string'), iri(`${rdfNs}langString`)];
    case type('double'):
      return [datatype, type('decimal'), ...integerTypes];
    case type('decimal'):
      return [datatype, type('double'), ...integerTypes];
    default:
      return isIntegerType(datatype) ? [datatype, ...integerTypes.filter((other) => other !== datatype)] : [datatype];
  }
}
