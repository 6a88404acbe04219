/** JSON-LD in its expanded form, whatever form it was sent in. */

/**
 * A node of expanded JSON-LD.
 *
 * @since 0.3.0
 */
export interface ExpandedNode {
  readonly '@id'?: string;
  readonly '@type'?: readonly string[];
  /** Arrays of nodes and of `{ '@value': … }`, by the IRI of the property. */
  readonly [property: string]: unknown;
}

const isObject = (value: unknown): value is ExpandedNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The nodes of a document. No context is fetched.
 *
 * @throws Error for what is no JSON-LD.
 */
export async function expandedNodes(document: unknown, base: string): Promise<readonly ExpandedNode[]> {
  if (typeof document !== 'object' || document === null) throw new TypeError('neither an object nor an array');
  const { default: jsonld } = await import('jsonld');
  const expanded: unknown = await jsonld.expand({ ...wrapped(document) }, { base, documentLoader: refuse });
  return Array.isArray(expanded) ? expanded.filter(isObject) : [];
}

/** An array of documents is a document. */
const wrapped = (document: object): object => (Array.isArray(document) ? { '@graph': document } : document);

const refuse = (): Promise<never> => Promise.reject(new TypeError('a context is elsewhere'));

/** The values of a property that are nodes. */
export function valuesOf(node: ExpandedNode, property: string): readonly ExpandedNode[] {
  const values = node[property];
  return Array.isArray(values) ? values.filter(isObject) : [];
}

/** The values of a property, which stand in bodies as links and as texts. */
export function textsOf(node: ExpandedNode, property: string): string[] {
  return valuesOf(node, property).flatMap((value) => {
    const text = value['@id'] ?? value['@value'];
    return typeof text === 'string' ? [text] : [];
  });
}

/** The IRI of a node; a label holds in its document only. */
export function idOf({ '@id': id }: ExpandedNode): string | undefined {
  return id?.startsWith('_:') === true ? undefined : id;
}
