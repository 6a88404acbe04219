/** Refuses a query whose dataset no worker can hold, before a worker fills it for minutes in vain. */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { DatasetCosts } from './dataset-costs.js';
import type { DatasetSize } from './object-sizes.js';
import { mentionsGraph } from './query/rewrite-query.js';
import type { QueryPoolOptions } from './query-pool-options.js';
import { datasetKey, type QueryRequest, tooLargeMessage } from './worker/protocol.js';

/** The least memory of a statement in an engine: a dataset that may fit is filled. */
const MIN_BYTES_PER_STATEMENT = 260;
/** A dataset has each statement at most twice: in a named graph, and in the default graph. */
const MAX_COPIES = 2;
/** A longer query is not scanned in the main thread. */
const MAX_SCANNED = 16 * 1024;

export class DatasetLimits {
  constructor(
    private readonly options: Pick<Required<QueryPoolOptions>, 'store' | 'sizeOf'> & {
      readonly costs: Pick<DatasetCosts, 'of' | 'maxDatasetBytes'>;
    },
  ) {}

  /** Whether some dataset may be too large; `check` then reads a sample of the store. */
  get isNeeded(): boolean {
    const { store, costs, sizeOf } = this.options;
    return sizeOf !== undefined && store.size.statements * MAX_COPIES * MIN_BYTES_PER_STATEMENT > costs.maxDatasetBytes;
  }

  /** @throws ServiceError `insufficient-storage` */
  async check({ text, at, dataset }: QueryRequest, caller: Caller): Promise<void> {
    const { costs, sizeOf } = this.options;
    if (sizeOf === undefined || dataset !== undefined || text.length > MAX_SCANNED) return;
    const named = mentionsGraph(text);
    // A dataset of every moment that is too large is replaced by one of the moment.
    if (at !== undefined && !named) return;
    const size: DatasetSize = await sizeOf(caller);
    const statements = size.latest + (named ? size.named : 0);
    if (statements * MIN_BYTES_PER_STATEMENT <= costs.maxDatasetBytes) return;
    const key = datasetKey(caller.internal ? undefined : caller.agent, named);
    if (costs.of({ key, statements }).state === 'held') return;
    const about = (count: number): string => Math.round(count).toLocaleString('en');
    const limit = about(costs.maxDatasetBytes / MIN_BYTES_PER_STATEMENT);
    throw new ServiceError(
      'insufficient-storage',
      `${tooLargeMessage(named)} (it has about ${about(statements)} statements; a worker holds at most ${limit})`,
    );
  }
}
