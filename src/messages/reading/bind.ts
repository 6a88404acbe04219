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

const none: readonly never[] = [];

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
    const paths = childPaths(element, path);
    for (const [index, child] of element.children.entries()) {
      const childPath = paths[index] ?? path;
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
        this.findings.note('missing', { line: element.line, column: element.column, path: `${path}/${one.name}` });
    const { line, column } = element;
    return { row, path, line, column, leaf: undefined, attributes, children };
  }

  #rowOf({ name, namespace }: XmlElement, above: Row, depth: number): Row | undefined {
    if (namespace !== (depth === 0 ? this.mapping.namespace : dataModelNamespace)) return undefined;
    return above.children.find((row) => row.name === name);
  }

  #value(element: XmlElement, row: Row, path: string): Bound {
    this.#leaveOutBelow(element, path, 'unknown-element');
    const leaf = element.text === '' ? undefined : this.#leaf(row, element.text, element, path);
    const attributes = leaf === undefined ? none : this.#attributes(element, row, path);
    const { line, column } = element;
    return { row, path, line, column, leaf, attributes, children: none };
  }

  #attributes(element: XmlElement, row: Row, path: string): readonly Leaf[] {
    if (element.attributes.length === 0) return none;
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
    this.#leaveOutBelow(element, path, reason);
  }

  #leaveOutBelow(element: XmlElement, path: string, reason: UnmappedReason): void {
    const paths = childPaths(element, path);
    for (const [index, child] of element.children.entries()) this.#leaveOut(child, paths[index] ?? path, reason);
  }

  /** The header of the message is not counted: it is about the message (X59). */
  #leaf(row: Row | undefined, value: string, element: XmlElement, path: string): Leaf {
    const leaf = new Leaf(row, value, path, element);
    return row?.path.includes('/MessageHeaderDocument/') === true ? leaf : this.findings.add(leaf);
  }
}

function valuesOf({ attributes }: XmlElement): XmlAttribute[] {
  return attributes
    .filter(({ namespace }) => namespace !== INSTANCE && namespace !== XML)
    .map((attribute) => ({ ...attribute, value: attribute.value.trim() }))
    .filter(({ value }) => value !== '');
}

/** The paths of the children, in their order: elements that repeat have their number (X60). */
function childPaths({ children }: XmlElement, path: string): readonly string[] {
  if (children.length < 2) return children.map(({ name }) => `${path}/${name}`);
  const counts = new Map<string, number>();
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size === children.length) return children.map(({ name }) => `${path}/${name}`);
  const numbers = new Map<string, number>();
  return children.map(({ name }) => {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return `${path}/${name}${counts.get(name) === 1 ? '' : `[${number}]`}`;
  });
}
