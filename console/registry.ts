/**
 * The pages: for each address (src/console/addresses.ts) its element and the file that defines the element, loaded on
 * the first visit. README.md describes how to add one.
 */
import type { ConsoleAddress } from '../src/console/addresses.js';
import type { IconName } from './core/index.js';
import { navigationTexts as t } from './texts/navigation.js';

/** `anyone`: without sign-in; `all`: signed-in agents; `internal`: agents of the data holder. */
export type Audience = 'anyone' | 'all' | 'internal';

export interface PageEntry {
  readonly tag: string;
  readonly load: () => Promise<unknown>;
  readonly audience: Audience;
  /** The navigation entry that this page marks as current. */
  readonly section?: Section;
}

export type Section = keyof typeof sections;

/** The groups of the navigation, in order (K95). */
export const groups = {
  work: () => t.work,
  partners: () => t.partners,
  questions: () => t.questions,
  node: () => t.node,
} as const;

interface SectionEntry {
  readonly group: keyof typeof groups;
  readonly path: string;
  readonly label: () => string;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  readonly audience: Audience;
  /** One of the four entries at the bottom of a phone, with its word there. */
  readonly bar?: () => string;
  /** What may be switched off at the node. */
  readonly needs?: 'mirror';
}

/** The entries of the navigation, each group in its order. */
export const sections = {
  home: { group: 'work', path: '/', label: () => t.home, icon: 'home', key: 'h', audience: 'all', bar: () => t.home },
  objects: {
    group: 'work',
    path: '/logistics-objects',
    label: () => t.objects,
    icon: 'objects',
    key: 'o',
    audience: 'all',
    bar: () => t.objectsShort,
  },
  requests: {
    group: 'work',
    path: '/action-requests',
    label: () => t.requests,
    icon: 'requests',
    key: 'r',
    audience: 'all',
    bar: () => t.requests,
  },
  drafts: { group: 'work', path: '/drafts', label: () => t.drafts, icon: 'drafts', key: 'f', audience: 'all' },
  partners: {
    group: 'partners',
    path: '/partners',
    label: () => t.partners,
    icon: 'partners',
    key: 'p',
    audience: 'internal',
  },
  mirror: {
    group: 'partners',
    path: '/mirror',
    label: () => t.mirror,
    icon: 'copies',
    key: 'm',
    audience: 'internal',
    needs: 'mirror',
  },
  deliveries: {
    group: 'partners',
    path: '/deliveries',
    label: () => t.deliveries,
    icon: 'deliveries',
    key: 'd',
    audience: 'internal',
    bar: () => t.deliveries,
  },
  inbox: {
    group: 'partners',
    path: '/notifications',
    label: () => t.inbox,
    icon: 'inbox',
    key: 'i',
    audience: 'internal',
  },
  messages: {
    group: 'partners',
    path: '/messages',
    label: () => t.messages,
    icon: 'messages',
    key: 'x',
    audience: 'internal',
  },
  questions: {
    group: 'questions',
    path: '/questions',
    label: () => t.questions,
    icon: 'questions',
    key: 'q',
    audience: 'all',
  },
  sparql: { group: 'questions', path: '/sparql', label: () => t.sparql, icon: 'sparql', key: 's', audience: 'all' },
  health: { group: 'node', path: '/health', label: () => t.health, icon: 'health', key: 'e', audience: 'internal' },
  erasures: {
    group: 'node',
    path: '/erasures',
    label: () => t.erasures,
    icon: 'erasures',
    key: 't',
    audience: 'internal',
  },
  check: { group: 'node', path: '/check', label: () => t.check, icon: 'check', key: 'c', audience: 'all' },
  model: {
    group: 'node',
    path: '/model/LogisticsObject',
    label: () => t.model,
    icon: 'model',
    key: 'l',
    audience: 'all',
  },
} as const satisfies Readonly<Record<string, SectionEntry>>;

export const pages: Readonly<Record<ConsoleAddress, PageEntry>> = {
  home: { tag: 'cg-home', load: () => import('./pages/home.js'), audience: 'all', section: 'home' },
  find: { tag: 'cg-find', load: () => import('./pages/find.js'), audience: 'all' },
  objects: { tag: 'cg-objects', load: () => import('./pages/objects.js'), audience: 'all', section: 'objects' },
  object: { tag: 'cg-object', load: () => import('./pages/object.js'), audience: 'all', section: 'objects' },
  history: { tag: 'cg-history', load: () => import('./pages/history.js'), audience: 'all', section: 'objects' },
  revision: { tag: 'cg-history', load: () => import('./pages/history.js'), audience: 'all', section: 'objects' },
  auditTrail: {
    tag: 'cg-audit-trail',
    load: () => import('./pages/audit-trail.js'),
    audience: 'all',
    section: 'objects',
  },
  raw: { tag: 'cg-raw', load: () => import('./pages/raw.js'), audience: 'all', section: 'objects' },
  access: { tag: 'cg-access', load: () => import('./pages/access.js'), audience: 'all', section: 'objects' },
  change: { tag: 'cg-change', load: () => import('./pages/change.js'), audience: 'all', section: 'objects' },
  print: {
    tag: 'cg-print-shipment',
    load: () => import('./pages/print-shipment.js'),
    audience: 'all',
    section: 'objects',
  },
  drafts: { tag: 'cg-drafts', load: () => import('./pages/drafts.js'), audience: 'all', section: 'drafts' },
  correct: { tag: 'cg-change', load: () => import('./pages/change.js'), audience: 'internal', section: 'objects' },
  events: { tag: 'cg-events', load: () => import('./pages/events.js'), audience: 'all', section: 'objects' },
  event: { tag: 'cg-event', load: () => import('./pages/event.js'), audience: 'all', section: 'objects' },
  life: { tag: 'cg-life', load: () => import('./pages/life.js'), audience: 'all', section: 'objects' },
  knowledge: {
    tag: 'cg-access-timelines',
    load: () => import('./pages/access-timelines.js'),
    audience: 'all',
    section: 'objects',
  },
  graph: { tag: 'cg-graph', load: () => import('./pages/graph.js'), audience: 'all', section: 'objects' },
  new: { tag: 'cg-new', load: () => import('./pages/new.js'), audience: 'internal' },
  requests: { tag: 'cg-requests', load: () => import('./pages/requests.js'), audience: 'all', section: 'requests' },
  request: { tag: 'cg-request', load: () => import('./pages/request.js'), audience: 'all', section: 'requests' },
  deliveries: {
    tag: 'cg-deliveries',
    load: () => import('./pages/deliveries.js'),
    audience: 'internal',
    section: 'deliveries',
  },
  queue: { tag: 'cg-queue', load: () => import('./pages/queue.js'), audience: 'internal', section: 'deliveries' },
  latency: {
    tag: 'cg-latency',
    load: () => import('./pages/latency.js'),
    audience: 'internal',
    section: 'deliveries',
  },
  receipts: {
    tag: 'cg-receipts',
    load: () => import('./pages/receipts.js'),
    audience: 'internal',
    section: 'deliveries',
  },
  notifications: {
    tag: 'cg-notifications',
    load: () => import('./pages/notifications.js'),
    audience: 'internal',
    section: 'inbox',
  },
  outboxEntry: {
    tag: 'cg-outbox-entry',
    load: () => import('./pages/outbox-entry.js'),
    audience: 'internal',
    section: 'deliveries',
  },
  inboxEntry: {
    tag: 'cg-inbox-entry',
    load: () => import('./pages/inbox-entry.js'),
    audience: 'internal',
    section: 'inbox',
  },
  partners: {
    tag: 'cg-partners',
    load: () => import('./pages/partners.js'),
    audience: 'internal',
    section: 'partners',
  },
  partner: { tag: 'cg-partner', load: () => import('./pages/partner.js'), audience: 'all', section: 'partners' },
  mirror: { tag: 'cg-mirror', load: () => import('./pages/mirror.js'), audience: 'internal', section: 'mirror' },
  messages: {
    tag: 'cg-messages',
    load: () => import('./pages/messages.js'),
    audience: 'internal',
    section: 'messages',
  },
  sendMessage: {
    tag: 'cg-send-message',
    load: () => import('./pages/send-message.js'),
    audience: 'internal',
    section: 'messages',
  },
  message: { tag: 'cg-message', load: () => import('./pages/message.js'), audience: 'internal', section: 'messages' },
  health: { tag: 'cg-health', load: () => import('./pages/health.js'), audience: 'internal', section: 'health' },
  erasures: {
    tag: 'cg-erasures',
    load: () => import('./pages/erasures.js'),
    audience: 'internal',
    section: 'erasures',
  },
  erasure: { tag: 'cg-erasure', load: () => import('./pages/erasure.js'), audience: 'internal', section: 'erasures' },
  questions: { tag: 'cg-questions', load: () => import('./pages/questions.js'), audience: 'all', section: 'questions' },
  question: { tag: 'cg-question', load: () => import('./pages/question.js'), audience: 'all', section: 'questions' },
  sparql: { tag: 'cg-sparql', load: () => import('./pages/sparql.js'), audience: 'all', section: 'sparql' },
  savedQuestion: { tag: 'cg-sparql', load: () => import('./pages/sparql.js'), audience: 'all', section: 'sparql' },
  model: { tag: 'cg-model', load: () => import('./pages/model.js'), audience: 'all', section: 'model' },
  check: { tag: 'cg-check', load: () => import('./pages/check.js'), audience: 'all', section: 'check' },
  other: { tag: 'cg-other', load: () => import('./pages/other.js'), audience: 'all' },
  login: { tag: 'cg-login', load: () => import('./pages/login.js'), audience: 'anyone' },
  loginReturn: { tag: 'cg-login-return', load: () => import('./pages/login-return.js'), audience: 'anyone' },
  help: { tag: 'cg-help', load: () => import('./pages/help.js'), audience: 'anyone' },
  design: { tag: 'cg-design', load: () => import('./pages/design.js'), audience: 'anyone' },
};
