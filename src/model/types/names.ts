/**
 * The short names of a data model's classes and properties: the local name, or `<prefix>_<local name>` where two
 * namespaces have the same one (T51).
 */
import { getOrAdd } from '../../collections.js';
import { compareTexts } from '../../rdf/order.js';
import type { Iri } from '../../rdf/terms.js';

/** Names that a generated file uses itself, or that TypeScript does not allow for a type. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['any', 'bigint', 'boolean', 'never', 'null', 'number', 'object', 'string', 'symbol', 'undefined', 'unknown'],
  ...['void', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else'],
  ...['enum', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof', 'new'],
  ...['return', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'while', 'with', 'implements'],
  ...['interface', 'let', 'package', 'private', 'protected', 'public', 'static', 'yield', 'await', 'Codes', 'Omit'],
  ...['OtherText', 'TypeError', 'Object', 'Type', 'encodeURIComponent', 'type', 'String'],
]);

/** An IRI as its namespace, with the `#` or `/` at its end, and the rest. */
export function splitIri(iri: string): readonly [namespace: string, local: string] {
  const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1;
  // An IRI that ends there has no local name.
  const [, scheme = '', rest = ''] = end === iri.length || end === 0 ? (/^([^:]*:)(.*)$/su.exec(iri) ?? []) : [];
  return scheme === '' ? [iri.slice(0, end), iri.slice(end)] : [scheme, rest];
}

/** A name without the characters that an identifier must not have. */
const identifier = (text: string): string => text.replaceAll(/[^A-Za-z0-9_$]/g, '_').replace(/^(?=[0-9])|^$/, '_');

/** A usable prefix of a namespace without one: the last word of its path. */
function derivedPrefix(namespace: string): string {
  const word = namespace.split(/[^A-Za-z0-9]+/).findLast((part) => /^[A-Za-z]/.test(part));
  return word === undefined || word === 'http' || word === 'https' ? 'ns' : word;
}

export class Names {
  readonly #prefixes = new Map<string, string>();

  /**
   * @param main the namespace whose names are never changed.
   * @param prefixes of other namespaces, by namespace.
   */
  constructor(
    private readonly main: string,
    private readonly prefixes: ReadonlyMap<string, string>,
  ) {}

  /**
   * The short names of these classes or properties.
   *
   * @param isType whether they are the names of types, which TypeScript restricts.
   */
  of(iris: Iterable<Iri>, isType: boolean): Map<Iri, string> {
    const byLocal = new Map<string, Iri[]>();
    const sorted = [...new Set(iris)].sort(compareTexts);
    for (const iri of sorted) getOrAdd(byLocal, this.#local(iri, isType), () => []).push(iri);
    const names = new Map<Iri, string>();
    const used = new Set<string>();
    const isTaken = (name: string): boolean => used.has(name) || (isType && RESERVED.has(name));
    const give = (iri: Iri, name: string): void => {
      let free = name;
      for (let number = 2; isTaken(free); number++) free = `${name}${number}`;
      used.add(free);
      names.set(iri, free);
    };
    const prefixed: Iri[] = [];
    for (const [local, group] of byLocal) {
      const plain = group.length === 1 ? group[0] : group.find((iri) => splitIri(iri)[0] === this.main);
      const staysPlain = plain !== undefined && !(isType && RESERVED.has(local));
      if (staysPlain) give(plain, local);
      prefixed.push(...group.filter((iri) => !staysPlain || iri !== plain));
    }
    for (const iri of prefixed) give(iri, `${this.#prefix(splitIri(iri)[0])}_${this.#local(iri, isType)}`);
    return names;
  }

  #local(iri: Iri, isType: boolean): string {
    const [, local] = splitIri(iri);
    return isType ? identifier(local) : local;
  }

  #prefix(namespace: string): string {
    return getOrAdd(this.#prefixes, namespace, () => {
      const wanted = identifier(this.prefixes.get(namespace) ?? derivedPrefix(namespace));
      const used = new Set(this.#prefixes.values());
      let free = wanted;
      for (let number = 2; used.has(free); number++) free = `${wanted}${number}`;
      return free;
    });
  }
}
