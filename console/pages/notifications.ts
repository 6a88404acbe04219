/** `/notifications`: the notifications that this node received from partners, newest first. */
import {
  ask,
  consoleApi,
  empty,
  href,
  html,
  localName,
  N_TRIPLES,
  nothing,
  pageOf,
  termLabel,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { listPage } from '../parts/list-page.js';
import { eventLabel } from '../parts/queues.js';
import { parseNTriples, type Statement, typesOf } from '../parts/statements.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

interface ReceivedNotification {
  readonly uri: string;
  /** Its entry in the inbox. */
  readonly entry: string | null;
  readonly eventType: string | null;
  readonly object: string | null;
  readonly events: readonly string[];
  readonly trigger: string | null;
  readonly changed: readonly string[];
  readonly from: string | null;
  readonly at: string;
}

interface Received {
  readonly total: number;
  readonly items: readonly ReceivedNotification[];
}

/** The notifications of one inbox page, newest first. */
function received(statements: readonly Statement[]): Received {
  const subjects = [...new Set(statements.map(({ s }) => s))].filter((subject) =>
    typesOf(statements, subject).some((type) => localName(type) === 'Notification'),
  );
  const items = subjects.map((uri): ReceivedNotification => {
    const all = (name: string): string[] =>
      statements.filter(({ s, p }) => s === uri && localName(p) === name).map(({ o }) => o.value);
    const one = (name: string): string | null => all(name)[0] ?? null;
    return {
      uri,
      entry: one('seeAlso'),
      eventType: one('hasEventType'),
      object: one('hasLogisticsObject'),
      events: all('hasLogisticsEvent'),
      trigger: one('isTriggeredBy'),
      changed: all('hasChangedProperty'),
      from: one('wasAttributedTo'),
      at: one('created') ?? '',
    };
  });
  const total = Number(statements.find(({ p }) => localName(p) === 'hasTotalItems')?.o.value ?? items.length);
  return { total, items: items.sort((one, other) => other.at.localeCompare(one.at)) };
}

function eventLink({ eventType, uri, entry }: ReceivedNotification): unknown {
  const name = visibleText(eventType === null ? localName(uri) : eventLabel(eventType));
  const page = entry === null ? undefined : pageOf(entry);
  return page === undefined ? name : html`<a href=${href(page)}>${name}</a>`;
}

const inbox = {
  path: consoleApi('/notifications'),
  read: async (path: string, signal: AbortSignal): Promise<Received> =>
    received(parseNTriples((await ask(path, { accept: N_TRIPLES, signal })).text)),
};

listPage('cg-notifications', inbox, () => ({
  title: () => t.comingIn,
  head: () => deliveriesHead('in'),
  timeOf:
    () =>
    ({ at }) =>
      at,
  columns: () => [
    { heading: t.event, isHeading: true, cell: eventLink },
    { heading: t.object, cell: ({ object, events: [event] }) => uriView(event ?? object) },
    { heading: t.from, cell: ({ from }) => uriView(from) },
    { heading: t.received, cell: ({ at }) => timeView(at, 'ago') },
    {
      heading: t.changedProperties,
      cell: ({ changed }) => (changed.length === 0 ? nothing : visibleText(changed.map(termLabel).join(', '))),
    },
    { heading: t.trigger, cell: ({ trigger }) => uriView(trigger) },
  ],
  empty: () => empty(t.noNotifications, html`<p>${t.noNotificationsHint}</p>`),
  lines: 6,
}));
