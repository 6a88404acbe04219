/** What is counted of messages (X90). */
import type { Metrics } from '../metrics/metrics.js';
import { messageTypes } from './mapping/mappings.js';
import { messageOutcomes, type MessageReport } from './schemas.js';

export interface MessageMetrics {
  /** A message has been answered, with its report; without one it is refused, unless it was only tried. */
  answered(report: MessageReport | undefined, seconds: number, isDryRun: boolean): void;
}

/** The labels of a message without a report. */
const UNKNOWN = 'unknown';
const REFUSED = 'refused';
const fates = ['mapped', 'header', 'derived', 'unmapped'] as const;

export function registerMessageMetrics(metrics: Metrics): MessageMetrics {
  const messages = metrics.counter('messages_total', 'Cargo-XML messages, by type and outcome.', ['type', 'outcome']);
  const values = metrics.counter('message_values_total', 'Values of messages, by what became of them.', [
    'type',
    'fate',
  ]);
  const seconds = metrics.histogram('message_seconds', 'Duration of the handling of a message.', []);
  for (const type of messageTypes) {
    for (const outcome of messageOutcomes) messages.inc({ type, outcome }, 0);
    for (const fate of fates) values.inc({ type, fate }, 0);
  }
  // An increase is seen from the first one on.
  messages.inc({ type: UNKNOWN, outcome: REFUSED }, 0);
  return {
    answered(report, duration, isDryRun) {
      seconds.observe(duration);
      messages.inc({ type: report?.type ?? UNKNOWN, outcome: report?.outcome ?? (isDryRun ? 'dry-run' : REFUSED) });
      if (report?.outcome !== 'applied' && report?.outcome !== 'unchanged') return;
      for (const fate of fates) values.inc({ type: report.type, fate }, report.values[fate]);
    },
  };
}
