/**
 * `/deliveries/latency?subscriber=&from=&to=&rows=`: how fast partners are told, the worst first: figures, and a strip for each.
 */
import type { DeliveriesAnswer, DeliveryPausesAnswer, ReceiptsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  consoleApi,
  define,
  empty,
  href,
  html,
  nothing,
  number,
  objectLabel,
  Page,
  query,
  refine,
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
import { byWorst, type LatencyFigures, latencyFigures, percent } from '../parts/latency-figures.js';
import { type Delivery, latencyBounds, strip } from '../parts/latency-drawing.js';
import { bandOf, pausesTable, timesOf } from '../parts/latency-pauses.js';
import { axisDrawing } from '../parts/axis-drawing.js';
import { outboxPath, receiptPath } from '../parts/notification-views.js';
import { duration, eventLabel } from '../parts/queues.js';
import { PAGE_SIZE, rowPager } from '../parts/pager.js';
import { partnerPath } from '../parts/receipts.js';
import { type TimeAxis, timeAxis } from '../parts/time-axis.js';
import { latencyTexts as t } from '../texts/latency.js';

const MAX_RECEIPTS = 1_000;
const MAX_WAITING = 500;
const MAX_PAUSES = 200;
/** The strips that are drawn: those of the worst. */
const MAX_STRIPS = 12;

interface Latencies {
  readonly deliveries: readonly Delivery[];
  readonly pauses: DeliveryPausesAnswer['items'];
  readonly hasMorePauses: boolean;
  /** Whether more receipts may exist than were loaded. */
  readonly isBounded: boolean;
}

const timeOf = (text: string): number => new Date(text).getTime();

async function read(filter: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<Latencies> {
  const { subscriber } = filter;
  const get = <Answer>(path: string): Promise<Answer> => askJson<Answer>(consoleApi(path), { signal });
  const [receipts, waiting, pauses] = await Promise.all([
    get<ReceiptsAnswer>(`/receipts${query({ ...filter, limit: MAX_RECEIPTS })}`),
    get<DeliveriesAnswer>(`/deliveries${query({ subscriber, limit: MAX_WAITING })}`),
    get<DeliveryPausesAnswer>(`/delivery-pauses${query({ ...filter, limit: MAX_PAUSES })}`),
  ]);
  const now = Date.now();
  const ended = receipts.items.flatMap(({ status: outcome, ...receipt }): Delivery[] => {
    // Nothing was sent.
    if (outcome === 'filtered') return [];
    return [
      {
        subscriber: receipt.subscriber,
        topic: receipt.topic,
        eventType: receipt.eventType,
        object: receipt.object,
        path: receiptPath(receipt),
        outcome,
        written: timeOf(receipt.createdAt),
        until: timeOf(receipt.confirmedAt),
        attempts: receipt.attempts,
      },
    ];
  });
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
  const isBounded = ended.length === MAX_RECEIPTS;
  // Earlier pauses would take width from the deliveries in the drawing.
  const since = isBounded ? Math.min(...ended.map(({ until }) => until)) : -Infinity;
  return {
    deliveries: [...ended, ...open],
    pauses: pauses.items.filter(({ endedAt }) => endedAt === null || timeOf(endedAt) >= since),
    hasMorePauses: pauses.items.length === MAX_PAUSES,
    isBounded,
  };
}

class LatencyPage extends Page {
  readonly #latencies = new Resource<Latencies>(this);

  override get heading(): string {
    return t.title;
  }

  #filter(): Readonly<Record<'subscriber' | 'from' | 'to', string | undefined>> {
    const value = (name: string): string | undefined => this.route.query.get(name) ?? undefined;
    return { subscriber: value('subscriber'), from: value('from'), to: value('to') };
  }

  override load(): void {
    const filter = this.#filter();
    this.#latencies.load(`latency ${JSON.stringify(filter)}`, (signal) => read(filter, signal));
  }

  protected override render(): unknown {
    return html`${deliveriesHead('latency')} ${this.#form()}
    ${show(this.#latencies, (latencies) => this.#body(latencies), { lines: 8 })}`;
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
        refine(withQuery(this.route, { from: asked('from'), to: asked('to') }));
      }}
    >
      ${field('from', t.from, from)} ${field('to', t.to, to)} <button>${shared.apply}</button>
    </form>`;
  }

  /** The label, if the subscriber is an object of this node that has one. */
  #name(subscriber: string): string {
    const label = objectLabel(subscriber, () => {
      this.requestUpdate();
    });
    return agentName(subscriber, label?.label ?? null);
  }

  #body({ deliveries, pauses, hasMorePauses, isBounded }: Latencies): unknown {
    if (deliveries.length + pauses.length === 0) return empty(t.empty);
    const partners = [...new Set([...deliveries, ...pauses].map(({ subscriber }) => subscriber))]
      .map((subscriber): Partner => {
        const own = deliveries.filter((each) => each.subscriber === subscriber);
        return { subscriber, name: this.#name(subscriber), deliveries: own, figures: latencyFigures(own) };
      })
      .sort((one, other) => byWorst(one.figures, other.figures) || one.name.localeCompare(other.name));
    const axis = timeAxis([...deliveries.map(({ written }) => written), ...pauses.flatMap(timesOf)], latencyBounds());
    return html`<div class="drawing-page latency">
      <figure class="card drawing">
        <div class="timeline-axis">${axisDrawing(axis, latencyBounds().right + 40)}</div>
        ${partners.map((partner, rank) =>
          timeline(
            partner,
            pauses.filter(({ subscriber }) => subscriber === partner.subscriber),
            rank < MAX_STRIPS ? axis : undefined,
          ),
        )}
        <figcaption class="hint">${t.legend}</figcaption>
      </figure>
      ${isBounded ? html`<p class="notice">${t.bounded(MAX_RECEIPTS)}</p>` : nothing} ${this.#table(deliveries)}
      ${hasMorePauses ? html`<p class="notice">${t.boundedPauses(MAX_PAUSES)}</p>` : nothing}
      ${pauses.length === 0 ? nothing : pausesTable(pauses)}
    </div>`;
  }

  /** What is not confirmed first, then the newest; 50 a page. */
  #table(deliveries: readonly Delivery[]): unknown {
    const isOpen = ({ outcome }: Delivery): number => (outcome === 'confirmed' ? 0 : 1);
    const sorted = [...deliveries].sort((a, b) => isOpen(b) - isOpen(a) || b.written - a.written);
    const pages = Math.max(1, Math.ceil(sorted.length / PAGE_SIZE));
    const asked = Number(this.route.query.get('rows') ?? '1');
    const page = Number.isInteger(asked) ? Math.min(pages, Math.max(1, asked)) : 1;
    return html`${table<Delivery>({
      caption: t.rows(sorted.length),
      rows: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
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
            html`<a href=${href(partnerPath(subscriber))}>${visibleText(this.#name(subscriber))}</a>`,
        },
        {
          heading: t.until,
          isNumber: true,
          cell: ({ outcome, until, written }) =>
            html`${duration(until - written)} <span class="hint">${words[outcome]()}</span>`,
        },
        { heading: t.attempts, isNumber: true, cell: ({ attempts }) => number(attempts) },
      ],
    })}${rowPager(this.route, { name: 'rows', page, pages })}`;
  }
}
define('cg-latency', LatencyPage);

/** A partner with its deliveries. */
interface Partner {
  readonly subscriber: string;
  readonly name: string;
  readonly deliveries: readonly Delivery[];
  readonly figures: LatencyFigures;
}

/** "98 % within 5 s", p50 and p95, and what waits. */
function figuresView({ soon, p50, p95, waiting, waitsSince }: LatencyFigures): unknown {
  return html`${soon === undefined ? nothing : html`<strong class="latency-share">${t.soon(percent(soon))}</strong>`}
  ${p50 === undefined || p95 === undefined ? nothing : html`<span class="hint">${t.quantiles(duration(p50), duration(p95))}</span>`}
  ${
    waitsSince === undefined
      ? nothing
      : html`<span class="bad-text">${t.waitSince(waiting, timeText(new Date(waitsSince)))}</span>`
  }`;
}

function timeline(
  { subscriber, name, deliveries, figures }: Partner,
  pauses: DeliveryPausesAnswer['items'],
  axis: TimeAxis | undefined,
): unknown {
  const running = pauses.filter(({ endedAt }) => endedAt === null).map(({ at }) => timeOf(at));
  const since = running.length === 0 ? undefined : new Date(Math.min(...running));
  return html`<div class="timeline-box">
    <p class="timeline-name latency-figures">
      <a href=${href(partnerPath(subscriber))}>${visibleText(name)}</a>
      ${figuresView(figures)}
      ${since === undefined ? nothing : html`<span class="tag">${t.pausedSince(timeText(since, true))}</span>`}
    </p>
    ${axis === undefined ? nothing : strip(name, deliveries, { axis, bands: pauses.map(bandOf) })}
  </div>`;
}

const words = { confirmed: () => '', waits: () => t.stillWaits, skipped: () => t.givenUp };
