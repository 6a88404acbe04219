/** Writes the results of delivery to the store: confirmations and failures. */
import type { Services } from '../../services.js';
import type { Transaction } from '../../store/store.js';
import type { Confirmation, Delivered, DeliveryNote, DeliveryJournal } from '../delivery/delivery-options.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import { receiptFor } from '../outbox-entry.js';
import type { Receipt } from '../receipts/receipt.js';
import type { Receipts } from '../receipts/receipts.js';
import { describeFailure, type QueueFailure } from './queue-states.js';

/** The receipt of a notification that its receiver has confirmed, or that its subscription's condition left out. */
function receiptOf({ entry, attempts, at }: Delivered, vocabulary: Vocabulary): Receipt {
  return { ...receiptFor(entry, vocabulary), attempts, confirmedAt: at, skipped: undefined };
}

export class StoredDeliveryJournal implements DeliveryJournal {
  constructor(
    private readonly services: Pick<Services, 'store' | 'uris' | 'vocabulary'>,
    private readonly receipts: Pick<Receipts, 'write'>,
  ) {}

  async write(notes: readonly DeliveryNote[]): Promise<void> {
    const { store, uris } = this.services;
    const keys = notes.flatMap((note) => {
      if (note.kind === 'confirmed') {
        const { uri, failed } = note.confirmation;
        return failed === undefined ? [uri] : [uri, uris.deliveryFailure(failed.receiver, failed.topic)];
      }
      const graph = uris.deliveryFailure(note.queue.receiver, note.queue.topic);
      return note.kind === 'failed' ? [graph, note.queue.entry] : [graph];
    });
    await store.transact(keys, async (tx) => {
      const receipts: Receipt[] = [];
      for (const note of notes) {
        if (note.kind === 'confirmed') receipts.push(...(await this.#confirm(tx, note.confirmation)));
        else if (note.kind === 'failed') await this.#fail(tx, note.queue);
        else await tx.drop(uris.deliveryFailure(note.queue.receiver, note.queue.topic));
      }
      await this.receipts.write(tx, receipts);
    });
  }

  async #confirm(tx: Transaction, { uri, failed, delivered, filtered }: Confirmation): Promise<Receipt[]> {
    const { uris, vocabulary } = this.services;
    const ended = delivered ?? filtered;
    // If an operator has skipped the entry meanwhile, it already has a receipt.
    const isWaiting = ended !== undefined && (await tx.read(uri)).size > 0;
    await tx.drop(uri);
    if (failed !== undefined) await tx.drop(uris.deliveryFailure(failed.receiver, failed.topic));
    if (!isWaiting) return [];
    const receipt = receiptOf(ended, vocabulary);
    return [delivered === undefined ? { ...receipt, attempts: 0, filtered: 'condition' } : receipt];
  }

  async #fail(tx: Transaction, failure: QueueFailure): Promise<void> {
    const { uris, vocabulary } = this.services;
    const graph = uris.deliveryFailure(failure.receiver, failure.topic);
    // An operator may have skipped the entry meanwhile.
    if ((await tx.read(failure.entry)).size === 0) return;
    await tx.replace(graph, describeFailure(graph, failure, vocabulary));
  }
}
