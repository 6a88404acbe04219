/** What waits in the outbox, and what lies in the inbox. */
import type { Addresses } from '../addresses.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { type Paging, Preparer } from '../store/prepared.js';
import type { QueryEngine } from '../store/store.js';
import type { OutboxEntry } from './outbox.js';

export type QueuedEntry = Pick<OutboxEntry, 'uri' | 'receiver' | 'topic' | 'sequence' | 'createdAt'>;

export class NotificationQueries {
  readonly #waiting;
  readonly #waitingCount;
  readonly #received;
  readonly #receivedCount;

  constructor(
    private readonly store: QueryEngine,
    { places }: Addresses,
    vocabulary: Vocabulary,
  ) {
    const sparql = new Preparer(vocabulary);
    const waiting =
      'GRAPH ?entry { ?entry dcterms:identifier ?sequence ; dcterms:created ?created ; api:hasSubscriber ?receiver ; api:hasTopic ?topic } FILTER(STRSTARTS(STR(?entry), ?place))';
    this.#waiting = sparql.select(`SELECT ?entry ?receiver ?topic ?sequence ?created WHERE { ${waiting} }`, {
      place: places.outbox,
    });
    this.#waitingCount = sparql.select(
      'SELECT (COUNT(*) AS ?count) WHERE { GRAPH ?entry { ?entry dcterms:identifier ?sequence } FILTER(STRSTARTS(STR(?entry), ?place)) }',
      { place: places.outbox },
    );
    const received =
      'GRAPH ?entry { ?entry prov:wasAttributedTo ?sender ; prov:wasDerivedFrom ?notification ; dcterms:created ?at } FILTER(STRSTARTS(STR(?entry), ?place))';
    this.#received = sparql.select(`SELECT ?entry WHERE { ${received} } ORDER BY DESC(?at) DESC(?entry)`, {
      place: places.inbox,
    });
    this.#receivedCount = sparql.select(`SELECT (COUNT(*) AS ?count) WHERE { ${received} }`, { place: places.inbox });
  }

  /** A page of what waits in the outbox, in no particular order. */
  async waiting(paging: Paging): Promise<QueuedEntry[]> {
    const solutions = await this.store.select(this.#waiting({}, paging));
    return solutions.flatMap((solution) => {
      const text = (name: string): string => solution.get(name)?.value ?? '';
      const [uri, receiver, topic] = [text('entry'), text('receiver'), text('topic')];
      return isIri(uri) && isIri(receiver) && isIri(topic)
        ? [{ uri, receiver, topic, sequence: Number(text('sequence')), createdAt: new Date(text('created')) }]
        : [];
    });
  }

  async waitingCount(): Promise<number> {
    const [counted] = await this.store.select(this.#waitingCount());
    return Number(counted?.get('count')?.value ?? 0);
  }

  /** The graphs of received notifications, newest first, and how many there are before paging. */
  async received(paging: Paging): Promise<{ graphs: Iri[]; total: number }> {
    const [solutions, [counted]] = await Promise.all([
      this.store.select(this.#received({}, paging)),
      this.store.select(this.#receivedCount()),
    ]);
    const graphs = solutions.map((solution) => solution.get('entry')?.value ?? '').filter(isIri);
    return { graphs, total: Number(counted?.get('count')?.value ?? 0) };
  }
}
