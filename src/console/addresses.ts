/**
 * The addresses of the console below `{base_url}/console`. The browser's registry of pages has an entry for each, and the
 * node answers 404 to the others. A segment that begins with `:` is a parameter.
 */
export const consoleAddresses = {
  home: '/',
  find: '/find',
  objects: '/logistics-objects',
  object: '/logistics-objects/:id',
  history: '/logistics-objects/:id/revisions',
  revision: '/logistics-objects/:id/revisions/:revision',
  auditTrail: '/logistics-objects/:id/audit-trail',
  raw: '/logistics-objects/:id/raw',
  access: '/logistics-objects/:id/acl',
  change: '/logistics-objects/:id/change',
  print: '/logistics-objects/:id/print',
  correct: '/logistics-objects/:id/correct',
  events: '/logistics-objects/:id/logistics-events',
  event: '/logistics-objects/:id/logistics-events/:event',
  graph: '/logistics-objects/:id/graph',
  life: '/logistics-objects/:id/life',
  knowledge: '/logistics-objects/:id/knowledge',
  drafts: '/drafts',
  new: '/new/:class',
  requests: '/action-requests',
  request: '/action-requests/:id',
  deliveries: '/deliveries',
  queue: '/deliveries/queue',
  receipts: '/deliveries/confirmed',
  latency: '/deliveries/latency',
  outboxEntry: '/outbox/:id',
  notifications: '/notifications',
  inboxEntry: '/inbox/:id',
  partners: '/partners',
  partner: '/partner',
  mirror: '/mirror',
  messages: '/messages',
  sendMessage: '/messages/send',
  message: '/messages/:id',
  health: '/health',
  erasures: '/erasures',
  erasure: '/erasures/:erasure',
  questions: '/questions',
  question: '/questions/:question',
  sparql: '/sparql',
  savedQuestion: '/sparql/:question',
  model: '/model/:name',
  check: '/check',
  other: '/other',
  login: '/login',
  loginReturn: '/login/return',
  help: '/help',
  design: '/design',
} as const;

export type ConsoleAddress = keyof typeof consoleAddresses;

/** An address with the parameters of its path, decoded. */
export interface MatchedAddress {
  readonly name: ConsoleAddress;
  readonly params: Readonly<Record<string, string>>;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function paramsOf(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = pattern.split('/');
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (value === undefined || value === '') return undefined;
    params[part.slice(1)] = value;
  }
  return params;
}

const names = Object.keys(consoleAddresses) as ConsoleAddress[];

/** @param path below `{base_url}/console`, with a leading slash; undefined for a path without a page. */
export function matchAddress(path: string): MatchedAddress | undefined {
  const segments = path.split('/');
  for (const name of names) {
    const params = paramsOf(consoleAddresses[name], segments);
    if (params !== undefined) return { name, params };
  }
  return undefined;
}
