/** Revisions of one object, written and erased. */
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { object, revision, statement } from './open.js';

export const writePiece = (store: GraphStore, number: number, text: string): Promise<void> =>
  store.transact([object('piece')], (tx) =>
    tx.replace(revision('piece', number), [statement('piece', 'goodsDescription', text)]),
  );

export const erasePiece = (store: GraphStore, number: number): Promise<void> =>
  store.transact([object('piece')], (tx) => tx.erase(revision('piece', number)));
