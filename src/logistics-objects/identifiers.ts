/**
 * Business identifiers, by which people look up objects. A head repeats those of the latest revision in canonical form,
 * so that the index of identifiers follows the revisions without reading them.
 */
import type { Graph } from '../rdf/graph.js';
import { compareTexts } from '../rdf/order.js';
import { factory, type Iri, localName, namedNode, type NamedNode, node, type Quad, type Term } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';

/**
 * The properties of the data model that mark an identifier: a text that a party gives to one thing and writes on its
 * papers. Not codes (of goods, countries), which are the same for many things, nor numbers within a list; codes of
 * airports and airlines are those of a Location and a Carrier alone.
 */
const identifying = [
  // Without the prefix too, which people leave out.
  'waybillNumber',
  'upid',
  'uldSerialNumber',
  // The licence plate of a truck, the registration of an aircraft.
  'vehicleRegistration',
  // A flight or a truck's trip.
  'transportIdentifier',
  'transportContractId',
  // House waybills, bookings, customs declarations: ExternalReference of shipments and bookings.
  'documentIdentifier',
  'agentReference',
  // Of a booking.
  'shippingRefNo',
  'uniqueIdentifier',
  'serialNumber',
  'sealNumber',
  'securityStampId',
  'regulatedEntityIdentifier',
  'iataCargoAgentCode',
] as const;

/** The value of an OtherIdentifier, whose kind is a text (`otherIdentifierType`). */
const OTHER = 'textualValue';

/** The codes of a Location and of a Carrier: what such an object is about, not a value of it. */
export const LOCATION_CODES = 'locationCodes';
export const AIRLINE_CODE = 'airlineCode';

/** An object with more is found by the first ones. */
const MAX_IDENTIFIERS = 32;
const MAX_LENGTH = 100;
/** The shortest text that is looked up. */
export const MIN_LENGTH = 2;

/**
 * The form in which identifiers are compared: upper case, without blanks, dashes, slashes and dots, which people write or
 * leave out. It has characters of a URI's path segment only.
 */
export function canonical(text: string): string {
  const plain = text
    .slice(0, MAX_LENGTH * 2)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-/.\p{Cs}\p{Cc}\p{Cf}]/gu, '');
  return encodeURIComponent(plain.slice(0, MAX_LENGTH)).replace(/[!'()*]/g, escaped);
}

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Finds the identifiers in the statements of objects. */
export class Identifiers {
  readonly #properties: readonly NamedNode[];
  readonly #other: NamedNode;
  readonly #otherIdentifier: NamedNode;
  readonly #prefix: NamedNode;
  readonly #number: NamedNode;
  readonly #code: NamedNode;
  readonly #uldType: NamedNode;
  readonly #uldSerial: NamedNode;
  readonly #uldOwner: NamedNode;
  readonly #locationCodes: NamedNode;
  readonly #airlineCode: NamedNode;

  /** @param cargo the namespace of the data model. */
  constructor(cargo: string) {
    const term = (name: string): NamedNode => namedNode(cargo + name);
    this.#properties = identifying.map(term);
    this.#code = term('code');
    this.#other = term(OTHER);
    this.#otherIdentifier = term('OtherIdentifier');
    [this.#prefix, this.#number] = [term('waybillPrefix'), term('waybillNumber')];
    [this.#locationCodes, this.#airlineCode] = [term(LOCATION_CODES), term(AIRLINE_CODE)];
    [this.#uldType, this.#uldSerial, this.#uldOwner] = [
      term('uldTypeCode'),
      term('uldSerialNumber'),
      term('ownerCode'),
    ];
  }

  /** The identifiers of an object and its embedded objects, each as `<canonical form>/<local name of the property>`. */
  in(data: Graph, object: Iri): readonly string[] {
    const found = new Set<string>();
    const add = (property: NamedNode, text: string): void => {
      const form = canonical(text);
      if (form.length >= MIN_LENGTH) found.add(`${form}/${localName(property.value)}`);
    };
    for (const property of this.#properties)
      for (const { object: value } of data.match(null, property))
        if (value.termType === 'Literal') add(property, value.value);
    for (const { subject, object: value } of data.match(null, this.#other)) {
      const isIdentifier = data.match(subject, rdfTerms.type, this.#otherIdentifier).size > 0;
      if (isIdentifier && value.termType === 'Literal') add(this.#other, value.value);
    }
    const root = node(object);
    const number = textOf(data, root, this.#number);
    const prefix = textOf(data, root, this.#prefix);
    if (number !== undefined && prefix !== undefined) add(this.#number, `${prefix}${number}`);
    // As printed on the unit: AKE 12345 LH.
    const serial = textOf(data, root, this.#uldSerial);
    const type = codeOf(data, root, this.#uldType, this.#code);
    if (serial !== undefined && type !== undefined)
      add(this.#uldSerial, `${type}${serial}${codeOf(data, root, this.#uldOwner, this.#code) ?? ''}`);
    for (const property of [this.#locationCodes, this.#airlineCode])
      for (const text of codesOf(data, root, property, this.#code)) add(property, text);
    return [...found].sort(compareTexts).slice(0, MAX_IDENTIFIERS);
  }
}

function textOf(data: Graph, subject: Term, property: NamedNode): string | undefined {
  return data.objects(subject, property).find(({ termType }) => termType === 'Literal')?.value;
}

/** The text of a property's first code. */
const codeOf = (data: Graph, subject: Term, property: NamedNode, code: NamedNode): string | undefined =>
  codesOf(data, subject, property, code)[0];

/**
 * The texts of codes: the last part of an IRI, or the value in a node of its own.
 *
 * @param code the property of that value.
 */
export function codesOf(data: Graph, subject: Term, property: NamedNode, code: NamedNode): string[] {
  return data.objects(subject, property).flatMap((value) => {
    if (value.termType === 'Literal') return [value.value];
    const isEmbedded = value.termType !== 'NamedNode' || value.value.startsWith('internal:');
    const text = isEmbedded ? textOf(data, value, code) : localName(value.value);
    return text === undefined ? [] : [text];
  });
}

/** The statements of a head for its identifiers. */
export function identifierStatements(subject: NamedNode, property: NamedNode, identifiers: readonly string[]): Quad[] {
  return identifiers.map((text) => factory.quad(subject, property, factory.literal(text)));
}
