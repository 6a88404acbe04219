/**
 * The limits of the figures and the advice beyond them, from docs/alerts.yml and docs/operations.md. A test compares
 * them.
 */

export interface Limit {
  /** Its name in docs/alerts.yml. */
  readonly alert: string;
  /** `page`: at once; `ticket`: in the morning. */
  readonly severity: 'page' | 'ticket';
  readonly isBeyond: (value: number) => boolean;
  /** Undefined if the limit is the size of the store. */
  readonly bound: number | undefined;
  readonly advice: string;
}

const above = (alert: string, severity: Limit['severity'], bound: number, advice: string): Limit => ({
  alert,
  severity,
  bound,
  isBeyond: (value) => value > bound,
  advice,
});

export const limits = {
  reads: {
    alert: 'CargographDown',
    severity: 'page',
    bound: 0,
    isBeyond: (value) => value === 0,
    advice: 'Look at the last lines of its log, then start it again. A restart loses no acknowledged data.',
  },
  writes: {
    alert: 'CargographRejectsWrites',
    severity: 'page',
    bound: 0,
    isBeyond: (value) => value === 0,
    advice:
      'The disk is full or fails. reason in /health/ready names the cause. The node takes changes again without a restart.',
  },
  flushFailures: above(
    'CargographRejectsWrites',
    'page',
    0,
    'Examine the disk and dmesg. If the disk is sound and the error persists, restart the node.',
  ),
  serverErrors: above('CargographServerErrors', 'page', 0.1, 'The log has each with its reason and request id.'),
  /** Free space for a copy of the store. */
  diskFree: {
    alert: 'CargographDiskFills',
    severity: 'page',
    bound: undefined,
    isBeyond: () => false,
    advice: 'The store never shrinks. Free some space, or move the store to a larger disk.',
  },
  eventLoop: above(
    'CargographEventLoopLate',
    'page',
    0.5,
    'If it is high, the node has more work than one core does: find the busiest agent (agent in the log at LOG_LEVEL=debug) and set RATE_LIMIT.',
  ),
  backupAge: above(
    'CargographBackupOld',
    'ticket',
    30 * 3600,
    'There is no backup, or only an old one. Check the job that runs the backup command.',
  ),
  outboxAge: above(
    'CargographOutboxOld',
    'ticket',
    3600,
    'The node retries without end, at least once an hour (DELIVERY_RETRY_MAX_MS), and at once after a restart. If the partner is gone, revoke its subscription: DELETE /action-requests/<id> drops the waiting notifications.',
  ),
  oldestReading: above(
    'CargographOldReading',
    'ticket',
    120,
    "The store's file grows with each commit until the reading ends. Look for a backup, an export or another program that reads the file.",
  ),
  flush: above('CargographFlushSlow', 'ticket', 0.25, 'Each change waits until it is on disk.'),
  memory: above(
    'CargographMemoryHigh',
    'ticket',
    3e9,
    'Set the bound to 80 % of the memory limit of the container; beyond the limit the process is killed.',
  ),
  queriesWait: above('CargographQueriesWait', 'ticket', 8, 'Long queries keep the workers busy.'),
  limited: above(
    'CargographTooManyRequests',
    'ticket',
    1,
    'An agent sends too many requests, or RATE_LIMIT is too low.',
  ),
  tokensRejected: above(
    'CargographTokensRejected',
    'ticket',
    0.1,
    'expired, notYet - compare clocks. issuer, audience, signature - compare the settings of the partner and its identity provider.',
  ),
  degraded: above('CargographDegraded', 'ticket', 0, '/health/ready and the log have the details.'),
} as const satisfies Readonly<Record<string, Limit>>;

/**
 * Alerts that need a longer history than a tab has. Home and the list of requests display waiting items; Home also
 * reports an unusable node. The page of partners' objects shows silent partners, gaps and disputes. Nothing is kept of a
 * refused message: who sent it has the answer. A log that a witness calls forked is a degradation, as
 * are erased bytes that cannot be removed from the files.
 */
export const longAlerts = [
  'CargographRequestsWait',
  'CargographDatabaseSilent',
  'CargographDatabaseCut',
  'CargographPartnerSilent',
  'CargographCopiesBehind',
  'CargographCopiesUnchecked',
  'CargographGapsGrow',
  'CargographCopiesDisputed',
  'CargographNotificationsMissed',
  'CargographMessagesRefused',
  'CargographLogForked',
  'CargographLogNotSigned',
  'CargographWitnessSilent',
  'CargographErasuresNotPurged',
  'CargographStandbyAway',
] as const;

export type LimitName = keyof typeof limits;
