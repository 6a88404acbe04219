/** The content of a request, its requestor and its outcome. */
import type { Permission, PreviewAnswer, RequestItem } from '../../src/console/responses.js';
import {
  fact,
  html,
  nothing,
  pathBelowBase,
  href,
  shared,
  statusChip,
  table,
  type TemplateResult,
  termLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { requestTexts as t } from '../texts/request.js';
import { differencesView } from './differences.js';
import { subjectOf } from './requests-table.js';

const uris = (all: readonly string[]): TemplateResult =>
  html`<ul class="plain">
    ${all.map((uri) => html`<li>${uriView(uri)}</li>`)}
  </ul>`;

export const permissionNames = (all: readonly Permission[]): string =>
  all.map((one) => shared.permissions[one]).join(', ');

export function requestFacts(item: RequestItem): TemplateResult {
  const { builtOn, latest, description, object } = item;
  const objectPath = object === null ? undefined : pathBelowBase(object);
  return html`<dl class="facts">
    ${fact(t.about, subjectOf(item))} ${fact(t.by, uriView(item.requestedBy, { label: item.requestedByLabel }))}
    ${fact(t.asked, html`<cg-time .time=${item.requestedAt} .ago=${true}></cg-time>`)}
    ${
      builtOn === null
        ? nothing
        : fact(
            t.builtOn,
            html`${
              objectPath === undefined
                ? builtOn
                : html`<a href=${href(`${objectPath}/revisions/${builtOn}`)}>${t.revision(builtOn)}</a>`
            }${latest === null || latest === builtOn ? html` <span class="quiet">${t.isLatest}</span>` : html` <span class="quiet">${t.latestIs(latest)}</span>`}`,
          )
    }
    ${fact(t.uri, html`<cg-uri .uri=${item.uri}></cg-uri>`)}
    ${
      description === null
        ? nothing
        : html`<div class="wide">
            <dt>${t.words}</dt>
            <dd>
              <blockquote><cg-text .text=${description}></cg-text></blockquote>
            </dd>
          </div>`
    }
  </dl>`;
}

/** The change as a comparison, or the requested access or subscription. */
export function requestWanted(item: RequestItem, preview: PreviewAnswer | undefined): TemplateResult | typeof nothing {
  const { delegation, subscription, operations } = item;
  const section = (body: unknown, note: unknown = nothing): TemplateResult =>
    html`<section class="card" aria-labelledby="wanted">
      <h2 id="wanted">${t.wanted}</h2>
      ${note} ${body}
    </section>`;
  if (delegation !== undefined)
    return section(
      html`<dl class="facts">
        ${fact(t.delegates, uris(delegation.delegates))} ${fact(t.permissions, permissionNames(delegation.permissions))}
        ${fact(t.objects, uris(delegation.objects))}
        ${delegation.expiresAt === null ? nothing : fact(t.until, html`<cg-time .time=${delegation.expiresAt} .ago=${true}></cg-time>`)}
        ${delegation.derivedFrom === null ? nothing : fact(t.restsOn, uriView(delegation.derivedFrom))}
      </dl>`,
    );
  if (subscription !== undefined)
    return section(
      html`<dl class="facts">
        ${fact(t.subscriber, uriView(subscription.subscriber))} ${fact(t.topic, uriView(subscription.topic))}
        ${fact(t.events, visibleText(subscription.events.map((event) => termLabel(event)).join(', ')))}
        ${fact(t.withBody, subscription.sendBody ? t.yes : t.no)}
        ${subscription.expiresAt === null ? nothing : fact(t.until, html`<cg-time .time=${subscription.expiresAt} .ago=${true}></cg-time>`)}
      </dl>`,
    );
  if (preview !== undefined && preview.statements.length > 0)
    return section(differencesView(preview.statements), html`<p class="quiet">${t.asNow}</p>`);
  if (operations.length === 0) return nothing;
  return section(
    differencesView(
      operations.map(({ op, ...rest }) => ({ ...rest, op: op === 'ADD' ? ('added' as const) : ('removed' as const) })),
    ),
    html`<p class="quiet">${t.asAsked}</p>`,
  );
}

export function requestHistory(item: RequestItem): TemplateResult {
  return table({
    caption: t.history,
    rows: item.history,
    columns: [
      { heading: t.status, isHeading: true, cell: ({ status }) => statusChip(status) },
      { heading: t.since, cell: ({ since }) => html`<cg-time .time=${since} .exact=${true} .ago=${true}></cg-time>` },
      {
        heading: t.who,
        cell: ({ by }) => (by === null ? visibleText(t.unknown) : uriView(by)),
      },
    ],
  });
}
