/** What waits in the outbox, and what lies in the inbox. */
import type { UriScheme } from '../uris.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { type Paging, QueryTemplates } from '../store/query-templates.js';
import type { QueryEngine } from '../store/store.js';
import { isPlace, type OutboxEntry } from './outbox.js';

export type QueuedEntry = Pick<OutboxEntry, 'uri' | 'receiver' | 'topic' | 'sequence' | 'createdAt'>;

/** Entries that wait: those that can be put into a queue, and those that lack what that takes. */
export interface WaitingPage {
  /** How many were found, whatever they are. */
  readonly rows: number;
  readonly whole: readonly QueuedEntry[];
  readonly damaged: readonly Iri[];
}

export class NotificationQueries {
  readonly #waiting;
  readonly #waitingCount;
  readonly #received;
  readonly #receivedCount;

  constructor(
    private readonly store: QueryEngine,
    { graphPrefixes: places }: UriScheme,
    vocabulary: Vocabulary,
  ) {
    const sparql = new QueryTemplates(vocabulary);
    // Entries that lack something are found, too: what is not found is never delivered.
    const waiting = `GRAPH ?entry {
        ?entry dcterms:identifier ?sequence
        OPTIONAL { ?entry dcterms:created ?created }
        OPTIONAL { ?entry api:hasSubscriber ?receiver }
        OPTIONAL { ?entry api:hasTopic ?topic }
      } FILTER(STRSTARTS(STR(?entry), ?place))`;
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
  async waiting(paging: Paging): Promise<WaitingPage> {
    const solutions = await this.store.select(this.#waiting({}, paging));
    const page: { rows: number; whole: QueuedEntry[]; damaged: Iri[] } = {
      rows: solutions.length,
      whole: [],
      damaged: [],
    };
    for (const solution of solutions) {
      const text = (name: string): string => solution.get(name)?.value ?? '';
      const [uri, receiver, topic] = [text('entry'), text('receiver'), text('topic')];
      if (!isIri(uri)) continue;
      const [sequence, createdAt] = [Number(text('sequence')), new Date(text('created'))];
      const isWhole = isIri(receiver) && isIri(topic) && isPlace(sequence) && !Number.isNaN(createdAt.getTime());
      if (isWhole) page.whole.push({ uri, receiver, topic, sequence, createdAt });
      else page.damaged.push(uri);
    }
    return page;
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
