/** The form of a row of the table of graph kinds (graph-kinds.ts), and of the names of graphs. */
import type { LogKind } from './proofs/format/record.js';
import { extended, type Iri } from './rdf/terms.js';

/** An identifier that a URI under this base may carry (D7). Clients remove dot segments from an address (RFC 3986, 5.2.4). */
export const ID = '((?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]{1,200})';
export const NUMBER = '([1-9][0-9]{0,14})';

const ONE_ID = new RegExp(`^${ID}$`);
export const isId = (text: string): boolean => ONE_ID.test(text);

/**
 * The readers of a graph, in addition to internal agents: those of the object (`GET_LOGISTICS_OBJECT`), of its events
 * (`GET_LOGISTICS_EVENT`), or of the request (D15); or internal agents alone (D36).
 */
export type Readers = 'object' | 'events' | 'request' | 'internal';

/**
 * The answer to a GET of a graph's name (W1): the graph, which caches may store forever (`immutable`, W6) or must
 * revalidate each time (`current`); the answer of a resource with the same address (`resource`); or nothing.
 */
export type Opening = 'immutable' | 'current' | 'resource' | 'nothing';

export interface Declaration {
  readonly kind: string;
  readonly readers: Readers;
  readonly opens: Opening;
  /**
   * Whether queries of its readers find it; other graphs are in no dataset. `mirrored`: those that ask for the copies of
   * partners' objects, too (M52); `if named`: those of them that name the graph.
   */
  readonly isQueried: boolean | 'mirrored' | 'if named';
  /** Whether it is written once, and then only read or dropped. */
  readonly isFinal: boolean;
  /** `mirrored`: if the export is to have the copies of partners' objects (M58). */
  readonly isExported: boolean | 'mirrored';
  /** The kind of entry that a commit of such a graph makes in the log (P1); absent for none. */
  readonly logs?: LogKind;
  readonly holds: string;
  /** The operation that drops it. */
  readonly droppedBy: string;
}

/** Properties of a graph that do not follow from its name. */
type Traits<Declared extends Declaration> = Pick<
  Declared,
  'kind' | 'readers' | 'opens' | 'isQueried' | 'isFinal' | 'isExported'
>;

export type Row<Declared extends Declaration, Parts> = Declared & {
  /** The name without the base URL: `{number}` stands for a number from 1, other variables for an id (D7). */
  readonly path: string;
  /** @param values of the variables of the path. */
  readonly named: (values: readonly string[], base: Iri) => Traits<Declared> & Parts;
};

export const OBJECT = '/logistics-objects/{object}';
const objectIn = (values: readonly string[], base: Iri): Iri => extended(base, `/logistics-objects/${values[0] ?? ''}`);

// This runs for each graph of a store: an object literal costs a tenth of a copy of the row.

export const ofObject = <const Declared extends Declaration>(
  suffix: string,
  declared: Declared,
): Row<Declared, { readonly object: Iri }> => {
  const { kind, readers, opens, isQueried, isFinal, isExported } = declared;
  return {
    ...declared,
    path: OBJECT + suffix,
    named: (values, base) => ({ kind, readers, opens, isQueried, isFinal, isExported, object: objectIn(values, base) }),
  };
};

export const numbered = <const Declared extends Declaration>(
  suffix: string,
  declared: Declared,
): Row<Declared, { readonly object: Iri; readonly number: number }> => {
  const { kind, readers, opens, isQueried, isFinal, isExported } = declared;
  return {
    ...declared,
    path: OBJECT + suffix,
    named: (values, base) => {
      const object = objectIn(values, base);
      return { kind, readers, opens, isQueried, isFinal, isExported, object, number: Number(values[1]) };
    },
  };
};

export const ofEvent = <const Declared extends Declaration>(
  suffix: string,
  declared: Declared,
): Row<Declared, { readonly object: Iri; readonly event: Iri }> => {
  const { kind, readers, opens, isQueried, isFinal, isExported } = declared;
  return {
    ...declared,
    path: `${OBJECT}/logistics-events/{event}${suffix}`,
    named: (values, base) => {
      const object = objectIn(values, base);
      const event = extended(object, `/logistics-events/${values[1] ?? ''}`);
      return { kind, readers, opens, isQueried, isFinal, isExported, object, event };
    },
  };
};

/**
 * @param folder of the base URL that has these graphs and no others.
 * @param suffix of graphs that belong to one of the folder.
 */
export const inFolder = <const Declared extends Declaration>(
  folder: string,
  declared: Declared,
  suffix = '',
): Row<Declared, { readonly id: string }> => {
  const { kind, readers, opens, isQueried, isFinal, isExported } = declared;
  return {
    ...declared,
    path: `/${folder}/{id}${suffix}`,
    named: (values) => ({ kind, readers, opens, isQueried, isFinal, isExported, id: values[0] ?? '' }),
  };
};

/** The graphs of the copy of a partner's object (M25). */
export const COPY = '/internal/mirror/{key}';
const copyIn = (values: readonly string[], base: Iri): Iri => extended(base, `/internal/mirror/${values[0] ?? ''}`);

export const ofCopy = <const Declared extends Declaration>(
  suffix: string,
  declared: Declared,
): Row<Declared, { readonly copy: Iri }> => {
  const { kind, readers, opens, isQueried, isFinal, isExported } = declared;
  return {
    ...declared,
    path: COPY + suffix,
    named: (values, base) => ({ kind, readers, opens, isQueried, isFinal, isExported, copy: copyIn(values, base) }),
  };
};

/** Graphs of a revision of a copy. */
export const ofCopiedRevision = <const Declared extends Declaration>(
  suffix: string,
  declared: Declared,
): Row<Declared, { readonly copy: Iri; readonly number: number }> => {
  const { kind, readers, opens, isQueried, isFinal, isExported } = declared;
  return {
    ...declared,
    path: `${COPY}/revisions/{number}${suffix}`,
    named: (values, base) => {
      const copy = copyIn(values, base);
      return { kind, readers, opens, isQueried, isFinal, isExported, copy, number: Number(values[1]) };
    },
  };
};
