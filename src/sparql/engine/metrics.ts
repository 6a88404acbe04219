/** The metrics of the projection into a SPARQL engine. */
import type { Metrics } from '../../metrics/metrics.js';
import type { ProjectionStatus } from './projector.js';

/** @param sequence the last visible commit. */
export function registerEngineMetrics(metrics: Metrics, status: () => ProjectionStatus, sequence: () => number): void {
  metrics.add(
    {
      name: 'sparql_engine_position',
      help: 'The commit that the SPARQL engine is as of; -1 while it is not known, and while the engine is filled.',
      read: () => status().position ?? -1,
    },
    {
      name: 'sparql_engine_behind',
      help: 'Commits that the SPARQL engine does not have yet.',
      read: () => Math.max(0, sequence() - (status().position ?? 0)),
    },
    {
      name: 'sparql_engine_filled_graphs',
      help: 'Graphs written so far while the SPARQL engine is filled; else 0.',
      read: () => status().filled ?? 0,
    },
    {
      name: 'sparql_engine_failures',
      help: 'Failures in a row to feed the SPARQL engine; the reason is in the log.',
      read: () => status().failures,
    },
    {
      name: 'sparql_engine_updates_total',
      help: 'Updates sent to the SPARQL engine.',
      isCounter: true,
      read: () => status().updates,
    },
    {
      name: 'sparql_engine_statements_total',
      help: 'Statements of named graphs sent to the SPARQL engine.',
      isCounter: true,
      read: () => status().statements,
    },
  );
}
