/** What `check:linked-data` lets others judge: resources in each syntax, and differences of revisions. */
import type { Party } from '../../test/support/node.js';
import { REVISIONS } from '../../test/support/object-history.js';
import type { TestContext } from '../../test/support/world.js';

/** The media types of the syntaxes. */
export const types: Readonly<Record<string, string>> = {
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
  jsonld: 'application/ld+json',
  rdfxml: 'application/rdf+xml',
};

/** Of files, by which Jena knows the syntax. */
export const endings: Readonly<Record<string, string>> = {
  turtle: 'ttl',
  ntriples: 'nt',
  jsonld: 'jsonld',
  rdfxml: 'rdf',
};

export interface Resource {
  readonly path: string;
  /** By syntax. */
  readonly texts: Readonly<Record<string, string>>;
}

/** @throws Error for an answer other than 200. */
export async function read(party: Party, path: string, accept: string): Promise<string> {
  const { status, text } = await party.get(path, { headers: { Accept: accept } });
  if (status !== 200) throw new Error(`${path} as ${accept}: ${status} ${text}`);
  return text;
}

/** What is served about an object and about the node. */
export async function resources(world: TestContext, piece: string): Promise<Resource[]> {
  const store = (query: string): string => `/rdf-graph-store?${query}`;
  const graph = (path: string): string => store(`graph=${encodeURIComponent(world.uri(path))}`);
  const everything = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }';
  const revisions = Array.from({ length: REVISIONS }, (_, index) => `${piece}/revisions/${index + 1}`);
  // Only the Graph Store and queries answer in RDF/XML.
  const inXml = [...revisions, `${revisions[0] ?? ''}/provenance`, `${piece}/head`, `${piece}/acl`].map(graph);
  const others = [
    ...revisions,
    `${revisions[1] ?? ''}/provenance`,
    `${piece}/head`,
    `${piece}/acl`,
    `${piece}/audit-trail`,
    `${piece}/changes?from=1&to=4`,
    '/.well-known/void',
    '/ns/extensions',
    '/logistics-objects/_data-holder',
  ];
  const queried = [store('default'), `/sparql?query=${encodeURIComponent(everything)}`];
  const { rdfxml: _, ...usual } = types;
  const asked = [
    ...[...inXml, ...queried].map((path) => [path, types] as const),
    ...others.map((path) => [path, usual] as const),
  ];
  // One after another: the node bounds how much one caller may ask at once.
  const found: Resource[] = [];
  for (const [path, accepted] of asked) {
    const texts: Record<string, string> = {};
    for (const [syntax, accept] of Object.entries(accepted)) texts[syntax] = await read(world.holder, path, accept);
    found.push({ path, texts });
  }
  return found;
}

export interface Difference {
  readonly from: number;
  readonly to: number;
  /** The statements of both, in N-Triples. */
  readonly before: string;
  readonly after: string;
  readonly update: string;
  readonly patch: string;
}

/** From each revision to the next, back to the first, from before the first, and over several. */
export function differences(world: TestContext, piece: string): Promise<Difference[]> {
  const pairs = Array.from({ length: REVISIONS }, (_, from) => [from, from + 1] as const);
  const state = (number: number): Promise<string> =>
    number === 0 ? Promise.resolve('') : read(world.holder, `${piece}/revisions/${number}`, 'application/n-triples');
  return Promise.all(
    [...pairs, [REVISIONS, 1] as const, [2, 5] as const].map(async ([from, to]) => {
      const path = `${piece}/changes?from=${from}&to=${to}`;
      const [before, after, update, patch] = await Promise.all([
        state(from),
        state(to),
        read(world.holder, path, 'application/sparql-update'),
        read(world.holder, path, 'application/rdf-patch'),
      ]);
      return { from, to, before, after, update, patch };
    }),
  );
}
