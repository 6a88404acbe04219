/** What is counted of messages (X90). */
import type { Metrics } from '../metrics/metrics.js';
import { messageTypes } from './mapping/mappings.js';
import { messageOutcomes, type MessageReport } from './schemas.js';

export interface MessageMetrics {
  /** A message has been answered, with its report; `refused` without one. */
  answered(report: MessageReport | undefined, seconds: number): void;
}

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
  return {
    answered(report, duration) {
      seconds.observe(duration);
      messages.inc({ type: report?.type ?? 'unknown', outcome: report?.outcome ?? 'refused' });
      if (report?.outcome !== 'applied' && report?.outcome !== 'unchanged') return;
      for (const fate of fates) values.inc({ type: report.type, fate }, report.values[fate]);
    },
  };
}
