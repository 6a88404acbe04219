/** Lays the elements of a message on the rows of its table. What the table does not have is reported (X72 to X74). */
import type { Steps } from '../../async/turns.js';
import { dataModelNamespace, type MessageMapping } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import type { XmlAttribute, XmlElement } from '../xml/xml-element.js';
import { type Findings, Leaf, type UnmappedReason } from './findings.js';

/** An element with its row. */
export interface Bound {
  readonly row: Row;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The value; undefined for a group. */
  readonly leaf: Leaf | undefined;
  readonly attributes: readonly Leaf[];
  readonly children: readonly Bound[];
}

/** Attributes that say something about the document, not in it. */
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Number of elements per step. */
const STEP = 200;

/** @param mapping of the root's message. */
export function bind(root: XmlElement, mapping: MessageMapping, findings: Findings): Steps<Bound> {
  return new Binding(mapping, findings).group(root, mapping.root, `/${root.name}`, 0);
}

class Binding {
  #count = 0;

  constructor(
    private readonly mapping: MessageMapping,
    private readonly findings: Findings,
  ) {}

  *group(element: XmlElement, row: Row, path: string, depth: number): Steps<Bound> {
    const children: Bound[] = [];
    const seen = new Map<Row, number>();
    const attributes = this.#attributes(element, row, path);
    if (element.text !== '') this.#leaf(undefined, element.text, element, path).leftOut('unknown-element');
    for (const { child, childPath } of numbered(element, path)) {
      this.#count += 1;
      if (this.#count % STEP === 0) yield;
      const found = this.#rowOf(child, row, depth);
      if (found === undefined) {
        this.#leaveOut(child, childPath, 'unknown-element');
        continue;
      }
      const isValue = found.type.kind !== 'group';
      if (isValue && child.text === '' && child.children.length === 0) continue;
      const count = (seen.get(found) ?? 0) + 1;
      seen.set(found, count);
      if (count > (found.most ?? (isValue ? 1 : Infinity))) this.#leaveOut(child, childPath, 'mismatch');
      else if (isValue) children.push(this.#value(child, found, childPath));
      else children.push(yield* this.group(child, found, childPath, depth + 1));
    }
    for (const one of row.children)
      if (one.isMandatory && !seen.has(one))
        this.findings.note('missing', { ...place(element), path: `${path}/${one.name}` });
    return { row, path, ...place(element), leaf: undefined, attributes, children };
  }

  #rowOf({ name, namespace }: XmlElement, above: Row, depth: number): Row | undefined {
    if (namespace !== (depth === 0 ? this.mapping.namespace : dataModelNamespace)) return undefined;
    return above.children.find((row) => row.name === name);
  }

  #value(element: XmlElement, row: Row, path: string): Bound {
    for (const { child, childPath } of numbered(element, path)) this.#leaveOut(child, childPath, 'unknown-element');
    const leaf = element.text === '' ? undefined : this.#leaf(row, element.text, element, path);
    const attributes = leaf === undefined ? [] : this.#attributes(element, row, path);
    return { row, path, ...place(element), leaf, attributes, children: [] };
  }

  #attributes(element: XmlElement, row: Row, path: string): Leaf[] {
    return valuesOf(element).map(({ namespace, name, value }) => {
      const known = namespace === '' ? row.attributes.find((one) => one.name === `@${name}`) : undefined;
      const leaf = this.#leaf(known, value, element, `${path}/@${name}`);
      // The attribute of a value without a row of its own shares the fate of its value, if that follows from others.
      if (known === undefined && row.type.kind === 'derived') leaf.taken('derived');
      else if (known === undefined) leaf.leftOut(row.status === 'not mapped' ? 'no-place' : 'unknown-element');
      return leaf;
    });
  }

  /** An element with everything in it. */
  #leaveOut(element: XmlElement, path: string, reason: UnmappedReason): void {
    if (element.text !== '') this.#leaf(undefined, element.text, element, path).leftOut(reason);
    for (const { name, value } of valuesOf(element))
      this.#leaf(undefined, value, element, `${path}/@${name}`).leftOut(reason);
    for (const { child, childPath } of numbered(element, path)) this.#leaveOut(child, childPath, reason);
  }

  /** The header of the message is not counted: it is about the message (X59). */
  #leaf(row: Row | undefined, value: string, element: XmlElement, path: string): Leaf {
    const leaf = new Leaf(row, value, { ...place(element), path });
    return row?.path.includes('/MessageHeaderDocument/') === true ? leaf : this.findings.add(leaf);
  }
}

const place = ({ line, column }: XmlElement): { line: number; column: number } => ({ line, column });

function valuesOf({ attributes }: XmlElement): XmlAttribute[] {
  return attributes
    .filter(({ namespace }) => namespace !== INSTANCE && namespace !== XML)
    .map((attribute) => ({ ...attribute, value: attribute.value.trim() }))
    .filter(({ value }) => value !== '');
}

/** The children with their paths: elements that repeat have their number (X60). */
function* numbered({ children }: XmlElement, path: string): Generator<{ child: XmlElement; childPath: string }> {
  const counts = new Map<string, number>();
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const numbers = new Map<string, number>();
  for (const child of children) {
    const number = (numbers.get(child.name) ?? 0) + 1;
    numbers.set(child.name, number);
    yield { child, childPath: `${path}/${child.name}${(counts.get(child.name) ?? 0) > 1 ? `[${number}]` : ''}` };
  }
}
