import { plural, texts } from '../core/index.js';

export const attentionTexts = texts('attentionTexts', {
  well: 'The node is well.',
  notTold: (partners: number, waiting: number, since: string) =>
    `${plural(partners, 'partner is', 'partners are')} not told (${plural(waiting, 'notification', 'notifications')}, since ${since})`,
  others: (count: number) => plural(count, 'other', 'others'),
  silent: (count: number) =>
    plural(
      count,
      'partner does not answer: its objects here are not up to date',
      'partners do not answer: their objects here are not up to date',
    ),
  refused: (count: number) => `${plural(count, 'message was', 'messages were')} refused since yesterday`,
  unmapped: (count: number) =>
    `${plural(count, 'message', 'messages')} since yesterday had values without a place in the data model`,
  decisions: (count: number, oldest: string) =>
    `${plural(count, 'decision waits', 'decisions wait')}, the oldest since ${oldest}`,
  figure: (name: string) => `Beyond its limit: ${name}`,
  figures: {
    memory: 'memory of the process',
    diskFree: 'free disk space',
    backupAge: 'age of the newest backup',
    oldestReading: 'oldest reading of the store',
    flush: 'time to write to disk',
    flushFailures: 'failed writes to disk',
    eventLoop: 'delay of the program',
    serverErrors: 'answers with errors of the node',
    limited: 'requests beyond the rate limit',
    tokensRejected: 'rejected tokens',
    queriesWait: 'waiting queries',
    outboxAge: 'oldest waiting notification',
    degraded: 'functions set aside',
    writes: 'the node takes no changes',
  },
  toDeliveries: 'Deliveries',
  toMirror: 'Partners’ objects',
  toMessages: 'Messages',
  toRequests: 'Decide',
  toHealth: 'Health',
});
