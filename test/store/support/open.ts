/** Stores for tests: a folder of their own, gone when the test is over. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Iri, type Quad, factory, iri, namedNode, triple } from '../../../src/rdf/terms.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { openStore, type StoreOptions } from '../../../src/store/open-store.js';

export const base = iri('http://localhost:8080');
export const silent = pino({ level: 'silent' });

export const object = (name: string): Iri => iri(`${base}/logistics-objects/${name}`);
export const revision = (name: string, number: number): Iri => iri(`${object(name)}/revisions/${number}`);

/** A statement about an object: `statement('piece', 'goodsDescription', 'Books')`. */
export function statement(subject: string, predicate: string, value: string): Quad {
  const property = namedNode(`https://onerecord.iata.org/ns/cargo#${predicate}`);
  return triple(namedNode(object(subject)), property, factory.literal(value));
}

/** What a graph holds, as sorted text, to be compared. */
export function shown(statements: Iterable<Quad>): string[] {
  return Array.from(statements, ({ subject, predicate, object: value }) => {
    const suffix = value.termType === 'Literal' ? `@${value.language}^^${value.datatype.value}` : '';
    return `${subject.value} ${predicate.value} ${value.value}${suffix}`;
  }).sort();
}

export function openMemory(options: Partial<StoreOptions> = {}): Promise<GraphStore> {
  return openStore({ location: { kind: 'memory' }, base, log: silent, lookups: [], ...options });
}

export function openFolder(path: string, options: Partial<StoreOptions> = {}): Promise<GraphStore> {
  return openStore({ location: { kind: 'folder', path }, base, log: silent, lookups: [], ...options });
}

export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
