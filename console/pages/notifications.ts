/** `/notifications`: what partners told this node, newest first. */
import {
  ask,
  consoleApi,
  define,
  empty,
  href,
  html,
  localName,
  N_TRIPLES,
  nothing,
  Page,
  pageOf,
  pager,
  pageRange,
  query,
  Resource,
  show,
  table,
  type TemplateResult,
  termLabel,
  visibleText,
} from '../core/index.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { eventLabel } from '../parts/queues.js';
import { parseNTriples, type Statement, typesOf } from '../parts/statements.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';

interface ReceivedNotification {
  readonly uri: string;
  /** Its entry of the inbox. */
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

/** The notifications of a page of the inbox, the newest first. */
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

const link = (uri: string | null): TemplateResult | typeof nothing =>
  uri === null ? nothing : html`<cg-uri .uri=${uri} .compact=${true}></cg-uri>`;

class NotificationsPage extends Page {
  readonly #received = new Resource<Received>(this);

  override get heading(): string {
    return t.comingIn;
  }

  override load(): void {
    const path = consoleApi('/notifications') + query({ ...pageRange(this.route) });
    this.#received.load(path, async (signal) =>
      received(parseNTriples((await ask(path, { accept: N_TRIPLES, signal })).text)),
    );
  }

  protected override render(): unknown {
    return html`${deliveriesHead('in')}
    ${show(
      this.#received,
      ({ items, total }) =>
        items.length === 0
          ? empty(t.noNotifications, html`<p>${t.noNotificationsHint}</p>`)
          : html`${table({
              caption: t.comingIn,
              rows: items,
              columns: [
                {
                  heading: t.event,
                  isHeading: true,
                  cell: ({ eventType, uri, entry }) => {
                    const name = visibleText(eventType === null ? localName(uri) : eventLabel(eventType));
                    const page = entry === null ? undefined : pageOf(entry);
                    return page === undefined ? name : html`<a href=${href(page)}>${name}</a>`;
                  },
                },
                { heading: t.object, cell: ({ object, events: [event] }) => link(event ?? object) },
                { heading: t.from, cell: ({ from }) => link(from) },
                { heading: t.received, cell: ({ at }) => html`<cg-time .time=${at} .ago=${true}></cg-time>` },
                {
                  heading: t.changedProperties,
                  cell: ({ changed }) =>
                    changed.length === 0
                      ? nothing
                      : visibleText(changed.map((property) => termLabel(property)).join(', ')),
                },
                { heading: t.trigger, cell: ({ trigger }) => link(trigger) },
              ],
            })}${pager(this.route, total)}`,
      { lines: 6 },
    )}`;
  }
}
define('cg-notifications', NotificationsPage);
