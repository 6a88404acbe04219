/** The metrics of the query workers. */
import type { Metrics } from '../metrics/metrics.js';
import type { QueryPool } from './query-pool.js';
import { expectedStatements } from './worker-datasets.js';

export function registerQueryMetrics(metrics: Metrics, pool: Pick<QueryPool, 'load' | 'replicas' | 'fillings'>): void {
  metrics.add(
    {
      name: 'sparql_workers',
      help: 'Query workers by state: filling their replica, idle, or busy with a query.',
      labels: ['state'],
      read: () =>
        (['filling', 'idle', 'busy'] as const).map((state) => ({
          labels: { state },
          value: pool.load.workers.filter((other) => other === state).length,
        })),
    },
    { name: 'sparql_waiting', help: 'Queries that wait for a worker.', read: () => pool.load.waiting },
    {
      name: 'sparql_fill_statements',
      help: 'Statements so far of the datasets that query workers are filling; else 0.',
      read: () => pool.fillings.reduce((sum, { statements }) => sum + statements, 0),
    },
    {
      name: 'sparql_fill_expected_statements',
      help: 'About how many statements the datasets that query workers are filling will have; else 0.',
      read: () => pool.fillings.reduce((sum, filling) => sum + (expectedStatements(filling) ?? 0), 0),
    },
    {
      name: 'sparql_copies_bytes',
      help: "Memory of the workers' replicas of the dataset.",
      read: () => pool.replicas.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    },
  );
}
