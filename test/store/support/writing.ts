/** What `writer.ts` writes: each transaction makes the next revision's graph, moves the head and fills the outbox. */
import { type Iri, iri } from '../../../src/rdf/terms.js';
import { copyGraph, insertData, update } from '../../../src/store/sparql.js';
import type { Store } from '../../../src/store/store.js';
import { base, object, revision, statement } from './open.js';

export const names = ['a', 'b', 'c', 'd'];
const head = (name: string): Iri => iri(`${object(name)}/head`);
export const outbox = (name: string, number: number): Iri => iri(`${base}/outbox/${name}-${number}`);

export async function latest(store: Pick<Store, 'read'>, name: string): Promise<number> {
  const [quad] = await store.read(head(name));
  return Number(quad?.object.value ?? 0);
}

/** Writes an object's next revision, and gives its number. */
export async function write(store: Store, name: string): Promise<number> {
  return store.transact([object(name)], async (tx) => {
    const number = (await latest(tx, name)) + 1;
    const next = revision(name, number);
    await tx.update(
      update(
        copyGraph(revision(name, number - 1), next),
        insertData(next, [statement(name, 'p', `${number} ${'x'.repeat(number * 50)}`)]),
      ),
    );
    await tx.replace(head(name), [statement(name, 'latest', String(number))]);
    await tx.insert(outbox(name, number), [statement(name, 'created', String(number))]);
    return number;
  });
}
