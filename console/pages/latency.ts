/** `/deliveries/latency?subscriber=&from=&to=`: how long deliveries took, a strip for each subscriber. */
import type { DeliveriesAnswer, DeliveryQueuesAnswer, ReceiptsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  consoleApi,
  define,
  empty,
  href,
  html,
  nothing,
  number,
  Page,
  query,
  replace,
  Resource,
  shared,
  show,
  table,
  timeText,
  visibleText,
  withQuery,
} from '../core/index.js';
import { agentName } from '../parts/agent-name.js';
import { deliveriesHead } from '../parts/deliveries-head.js';
import { type Delivery, latencyBounds, strip } from '../parts/latency-drawing.js';
import { axisDrawing } from '../parts/axis-drawing.js';
import { outboxPath, receiptPath } from '../parts/notification-views.js';
import { duration, eventLabel } from '../parts/queues.js';
import { partnerPath } from '../parts/receipts.js';
import { type TimeAxis, timeAxis } from '../parts/time-axis.js';
import { latencyTexts as t } from '../texts/latency.js';

const MAX_RECEIPTS = 1_000;
const MAX_WAITING = 500;
const MAX_ROWS = 500;

interface Known {
  readonly deliveries: readonly Delivery[];
  readonly queues: DeliveryQueuesAnswer['items'];
  /** Whether there may be more receipts than were read. */
  readonly isBounded: boolean;
}

const timeOf = (text: string): number => new Date(text).getTime();

async function read(filter: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<Known> {
  const { subscriber } = filter;
  const get = <Answer>(path: string): Promise<Answer> => askJson<Answer>(consoleApi(path), { signal });
  const [receipts, waiting, queues] = await Promise.all([
    get<ReceiptsAnswer>(`/receipts${query({ ...filter, limit: MAX_RECEIPTS })}`),
    get<DeliveriesAnswer>(`/deliveries${query({ subscriber, limit: MAX_WAITING })}`),
    get<DeliveryQueuesAnswer>(`/delivery-queues${query({ subscriber })}`),
  ]);
  const now = Date.now();
  const ended = receipts.items.map((receipt): Delivery => ({
    subscriber: receipt.subscriber,
    topic: receipt.topic,
    eventType: receipt.eventType,
    object: receipt.object,
    path: receiptPath(receipt),
    outcome: receipt.status,
    written: timeOf(receipt.createdAt),
    until: timeOf(receipt.confirmedAt),
    attempts: receipt.attempts,
  }));
  const open = waiting.items.flatMap(
    ({ entry, subscriber: receiver, topic, eventType, createdAt, ...item }): Delivery[] =>
      receiver === null || createdAt === null
        ? []
        : [
            {
              ...{ subscriber: receiver, topic: topic ?? '', eventType: eventType ?? '', object: item.logisticsObject },
              ...{ path: outboxPath(entry), outcome: 'waits', written: timeOf(createdAt), until: now },
              attempts: item.attempts,
            },
          ],
  );
  return { deliveries: [...ended, ...open], queues: queues.items, isBounded: ended.length === MAX_RECEIPTS };
}

class LatencyPage extends Page {
  readonly #known = new Resource<Known>(this);

  override get heading(): string {
    return t.title;
  }

  #filter(): Readonly<Record<'subscriber' | 'from' | 'to', string | undefined>> {
    const value = (name: string): string | undefined => this.route.query.get(name) ?? undefined;
    return { subscriber: value('subscriber'), from: value('from'), to: value('to') };
  }

  override load(): void {
    const filter = this.#filter();
    this.#known.load(`latency ${JSON.stringify(filter)}`, (signal) => read(filter, signal));
  }

  protected override render(): unknown {
    return html`${deliveriesHead('latency')} ${this.#form()}
    ${show(this.#known, (known) => this.#body(known), { lines: 8 })}`;
  }

  #form(): unknown {
    const { from, to } = this.#filter();
    const field = (name: 'from' | 'to', label: string, value: string | undefined): unknown =>
      html`<label
        >${label} <input name=${name} type="datetime-local" step="1" .value=${(value ?? '').replace(/(\.\d+)?Z$/, '')}
      /></label>`;
    return html`<form
      class="filters"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        if (!(event.target instanceof HTMLFormElement)) return;
        const boxes = [...event.target.querySelectorAll('input')];
        const asked = (name: string): string | undefined => {
          const time = new Date(`${boxes.find((box) => box.name === name)?.value ?? ''}Z`);
          return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
        };
        replace(withQuery(this.route, { from: asked('from'), to: asked('to') }));
      }}
    >
      ${field('from', t.from, from)} ${field('to', t.to, to)} <button>${shared.apply}</button>
    </form>`;
  }

  #body({ deliveries, queues, isBounded }: Known): unknown {
    if (deliveries.length === 0) return empty(t.empty);
    const subscribers = [...new Set(deliveries.map(({ subscriber }) => subscriber))].sort();
    const paused = queues.flatMap(({ subscriber, paused: pause }) =>
      pause === null ? [] : [{ subscriber, at: timeOf(pause.at) }],
    );
    const axis = timeAxis(
      [...deliveries.map(({ written }) => written), ...paused.map(({ at }) => at)],
      latencyBounds(),
    );
    return html`<div class="picture-page latency">
      <figure class="card picture">
        <figcaption class="hint">${t.legend} ${t.axisNote}</figcaption>
        ${axisDrawing(axis, latencyBounds().right + 40)}
        ${subscribers.map((subscriber) => this.#strip(subscriber, deliveries, axis, paused))}
      </figure>
      ${isBounded ? html`<p class="notice">${t.bounded(MAX_RECEIPTS)}</p>` : nothing} ${deliveriesTable(deliveries)}
    </div>`;
  }

  #strip(
    subscriber: string,
    deliveries: readonly Delivery[],
    axis: TimeAxis,
    paused: readonly { readonly subscriber: string; readonly at: number }[],
  ): unknown {
    const pauses = paused.filter((pause) => pause.subscriber === subscriber).map(({ at }) => at);
    const first = pauses.length === 0 ? undefined : Math.min(...pauses);
    return html`<div class="lane-box">
      <p class="lane-name">
        <a href=${href(partnerPath(subscriber))}>${visibleText(agentName(subscriber))}</a>
        ${first === undefined ? nothing : html`<span class="tag">${t.pausedSince(timeText(new Date(first), true))}</span>`}
      </p>
      ${strip(
        agentName(subscriber),
        deliveries.filter((delivery) => delivery.subscriber === subscriber),
        { axis, pauses: first === undefined ? [] : [first] },
      )}
    </div>`;
  }
}
define('cg-latency', LatencyPage);

const words = { confirmed: '', waits: t.stillWaits, skipped: t.givenUp };

function deliveriesTable(deliveries: readonly Delivery[]): unknown {
  const sorted = [...deliveries].sort((a, b) => b.written - a.written);
  const rows = sorted.slice(0, MAX_ROWS);
  return html`${rows.length < sorted.length ? html`<p class="notice">${t.tooMany(rows.length, sorted.length)}</p>` : nothing}
  ${table<Delivery>({
    caption: t.rows(rows.length),
    rows,
    columns: [
      {
        heading: t.written,
        isHeading: true,
        cell: ({ written }) => html`<cg-time .time=${new Date(written).toISOString()} .exact=${true}></cg-time>`,
      },
      {
        heading: t.event,
        cell: ({ path, eventType }) => html`<a href=${href(path)}>${visibleText(eventLabel(eventType))}</a>`,
      },
      {
        heading: t.object,
        cell: ({ object }) => (object === null ? nothing : html`<cg-uri .uri=${object} .compact=${true}></cg-uri>`),
      },
      {
        heading: t.subscriber,
        cell: ({ subscriber }) =>
          html`<a href=${href(partnerPath(subscriber))}>${visibleText(agentName(subscriber))}</a>`,
      },
      {
        heading: t.until,
        isNumber: true,
        cell: ({ outcome, until, written }) =>
          html`${duration(until - written)} <span class="hint">${words[outcome]}</span>`,
      },
      { heading: t.attempts, isNumber: true, cell: ({ attempts }) => number(attempts) },
    ],
  })}`;
}
