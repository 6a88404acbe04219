/** Parts of the page of Health. */
import type { StatusAnswer } from '../../src/console/responses.js';
import {
  chip,
  distance,
  html,
  isWebAddress,
  nothing,
  number,
  table,
  type TemplateResult,
  uriView,
  visibleText,
} from '../core/index.js';
import { partnerPath } from '../parts/receipts.js';
import { healthTexts as t } from '../texts/health.js';
import { backlogs, type Figure, type FiguresHistory, requestsByStatus, type Unit } from './figures.js';
import type { Scrape } from './scrape.js';
import { sparkline } from './sparkline.js';

const MINUTE_MS = 60_000;
const powers = ['B', 'KB', 'MB', 'GB', 'TB'];
const short = (value: number): string => number(Number(value.toPrecision(3)));

function bytes(value: number): string {
  const power = Math.min(powers.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  return t.amount(short(value / 1000 ** power), powers[power] ?? '');
}

/** "120 ms", "2.5 s", "3 hr.": a duration of any length. */
export function secondsText(value: number): string {
  if (!Number.isFinite(value)) return t.never;
  if (value < 1) return t.amount(number(Math.round(value * 1000)), 'ms');
  if (value < 120) return t.amount(short(value), 's');
  return value < 7200
    ? t.amount(number(Math.round(value / 60)), 'min')
    : t.amount(number(Math.round(value / 360) / 10), 'h');
}

const writers: Readonly<Record<Unit, (value: number) => string>> = {
  count: (value) => number(value),
  bytes,
  seconds: secondsText,
  'per-second': (value) => t.perSecond(short(value)),
  share: (value) => `${number(Math.round(value * 100))} %`,
};

const written = (unit: Unit, value: number): string => writers[unit](value);

function boundText({ name, unit, bound }: Figure): string {
  if (bound === undefined) return '';
  return name === 'diskFree' ? t.atLeast(written(unit, bound)) : t.atMost(written(unit, bound));
}

/** The figures beyond their limits, with advice. */
export function beyondView(figures: readonly Figure[]): TemplateResult | typeof nothing {
  const beyond = figures.filter(({ isBeyond }) => isBeyond);
  if (beyond.length === 0) return nothing;
  return html`<section class="stack" aria-labelledby="beyond">
    <h2 id="beyond">${t.beyond}</h2>
    ${beyond.map(
      (figure) =>
        html`<div class="notice bad">
          <p class="notice-title">
            ${t.names[figure.name]}: ${figure.now === undefined ? '' : written(figure.unit, figure.now)}
          </p>
          <p>${figure.limit === undefined ? nothing : t.advice[figure.limit]}</p>
          <p class="hint">${boundText(figure)}</p>
        </div>`,
    )}
  </section>`;
}

function historyCell({ name, unit, points, bound, now }: Figure): TemplateResult | typeof nothing {
  const values = points.map(({ value }) => value);
  if (now === undefined || values.length < 2) return nothing;
  const [low, high] = [written(unit, Math.min(...values)), written(unit, Math.max(...values))];
  return html`<div class="trend">
    ${sparkline(points, t.sparkline(t.names[name], low, high, written(unit, now)), bound)}
    ${low === high ? nothing : html`<span class="hint">${t.range(low, high)}</span>`}
  </div>`;
}

export function figuresTable(figures: readonly Figure[]): TemplateResult {
  return table({
    caption: t.figures,
    rows: figures,
    columns: [
      { heading: t.figure, isHeading: true, cell: ({ name }) => t.names[name] },
      {
        heading: t.now,
        isNumber: true,
        cell: ({ now, unit }) => (now === undefined ? html`<span class="quiet">${t.later}</span>` : written(unit, now)),
      },
      { heading: t.history, cell: historyCell },
      { heading: t.limit, cell: boundText },
      {
        heading: t.state,
        cell: ({ bound, now, isBeyond }) =>
          bound === undefined || now === undefined
            ? nothing
            : chip(isBeyond ? t.over : t.within, isBeyond ? 'bad' : 'good'),
      },
    ],
  });
}

/** A figure's last value in the minute before a time. */
function valueAt({ points, unit }: Figure, time: number): string {
  const found = points.findLast(({ at }) => at <= time && at > time - MINUTE_MS);
  return found === undefined ? '' : written(unit, found.value);
}

/** The values of the charts by minute: a row for each figure, so that it fits beside its name. */
export function historyTable(figures: readonly Figure[], end: number): TemplateResult {
  const moving = figures.filter(({ points }) => points.length > 1);
  const first = Math.min(...moving.flatMap(({ points }) => points.map(({ at }) => at)), end);
  const times = Array.from(
    { length: Math.floor((end - first) / MINUTE_MS) + 1 },
    (_, index) => end - index * MINUTE_MS,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t.asTable}>
    <table class="history">
      <caption class="visually-hidden">
        ${t.history}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t.time}</th>
          ${moving.map(({ name }) => html`<th scope="col">${t.names[name]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${times.map(
          (time) =>
            html`<tr>
              <th scope="row"><cg-time .time=${new Date(time).toISOString()} .exact=${true}></cg-time></th>
              ${moving.map((figure) => html`<td class="number">${valueAt(figure, time)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function requestsView(scrape: Scrape, history: FiguresHistory): TemplateResult {
  const rows = requestsByStatus(scrape);
  if (rows.length === 0) return html`<p class="quiet">${t.noRequests}</p>`;
  return table({
    caption: t.requests,
    rows,
    columns: [
      { heading: t.status, isHeading: true, cell: ({ status }) => (status === '0' ? t.closedBefore : status) },
      { heading: t.sinceStart, isNumber: true, cell: ({ total }) => number(total) },
      {
        heading: t.rate,
        isNumber: true,
        cell: ({ status }) => {
          const rate = history.rate('http_requests_total', { status });
          return rate === undefined ? html`<span class="quiet">${t.later}</span>` : t.perSecond(short(rate));
        },
      },
    ],
  });
}

export function outboxView(scrape: Scrape): TemplateResult {
  const rows = backlogs(scrape);
  if (rows.length === 0) return html`<p class="quiet">${t.nothingWaits}</p>`;
  return table({
    caption: t.outbox,
    rows,
    columns: [
      {
        heading: t.subscriber,
        isHeading: true,
        cell: ({ subscriber }) =>
          isWebAddress(subscriber)
            ? uriView(subscriber, { page: partnerPath(subscriber), brief: true })
            : t.otherSubscribers,
      },
      { heading: t.waiting, isNumber: true, cell: ({ waiting }) => number(waiting) },
      {
        heading: t.oldest,
        isNumber: true,
        cell: ({ ageSeconds, isBeyond }) =>
          html`${secondsText(ageSeconds)} ${isBeyond ? chip(t.over, 'bad') : nothing}`,
      },
      { heading: t.failing, isNumber: true, cell: ({ failing }) => number(failing) },
    ],
  });
}

const errorText = (error: string | null): TemplateResult =>
  error === null
    ? html`<span class="quiet">${t.noError}</span>`
    : html`<cg-text class="bad-text" .text=${error}></cg-text>`;

/** The identity providers' keys, the node's own token and the query dataset, each with its last error. */
export function trustView({ issuers, ownToken, analytics }: StatusAnswer): TemplateResult {
  const rows = [
    ...issuers.map(({ issuer, keysAt, lastError }) => ({
      name: html`${t.issuer} <span class="wrap">${visibleText(issuer)}</span>`,
      state:
        keysAt === null
          ? html`${t.noKeys}`
          : html`${t.keysAt} <cg-time .time=${keysAt}></cg-time>
              <span class="ago">${distance(new Date(keysAt))}</span>`,
      lastError,
    })),
    { name: html`${t.ownToken}`, state: ownToken.ok ? html`${t.ownTokenOk}` : nothing, lastError: ownToken.lastError },
    { name: html`${t.analytics}`, state: html`${analytics.warm ? t.warm : t.cold}`, lastError: analytics.lastError },
  ];
  return table({
    caption: t.trust,
    rows,
    columns: [
      { heading: t.figure, isHeading: true, cell: ({ name }) => name },
      { heading: t.state, cell: ({ state }) => state },
      { heading: t.lastError, cell: ({ lastError }) => errorText(lastError) },
    ],
  });
}

export function settingsView({ settings }: StatusAnswer): TemplateResult {
  return html`<dl class="statements settings">
    ${Object.entries(settings).map(
      ([name, value]) =>
        html`<div>
          <dt><code>${name}</code></dt>
          <dd class="wrap">
            ${value === '' || value === 'undefined' ? html`<span class="quiet">${t.unset}</span>` : visibleText(value)}
          </dd>
        </div>`,
    )}
  </dl>`;
}
