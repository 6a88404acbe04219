/** The answers of the feed, by what they were (W78). */
import type { Metrics } from '../metrics/metrics.js';

const kinds = ['root', 'open', 'closed', 'since', 'replaced', 'gone'] as const;
export type DocumentKind = (typeof kinds)[number];

/** Returns a function that counts an answer. */
export function registerFeedMetrics(metrics: Metrics): (kind: DocumentKind) => void {
  const documents = metrics.counter('feed_documents_total', 'Documents of the feed, by what was answered.', ['kind']);
  for (const kind of kinds) documents.inc({ kind }, 0);
  return (kind) => {
    documents.inc({ kind });
  };
}
