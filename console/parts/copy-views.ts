/** A copy of a partner's object: where it comes from and how fresh it is, its revisions with gaps, events and disputes. */
import type { CopiedRevisionItem, CopyItem, HeldRevisionItem } from '../../src/console/responses.js';
import {
  type Act,
  ask,
  consoleApi,
  empty,
  fact,
  href,
  html,
  nothing,
  number,
  query,
  table,
  type TemplateResult,
  termText,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { copyTexts as t } from '../texts/copy.js';
import { actingAs, reasonField, reasonOf } from './acting.js';
import type { Acts } from './acts.js';
import { differencesView } from './differences.js';
import { copyStateChip, hostOf, reasonText } from './follow-views.js';
import type { CopiedObject, CopyState } from './read-copy.js';
import type { Events } from './read-events.js';

/** The address of a copy's page. */
export const copyPath = (uri: string, selection: Readonly<Record<string, number>> = {}): string =>
  `/other${query({ uri, ...selection })}`;

/** Whose object it is, when it was received and checked, and why it may be out of date (M61). */
export function copyBanner(
  item: CopyItem,
  { received, state }: { readonly received: string | null; readonly state: CopyState | undefined },
): TemplateResult {
  const isWell = item.state === 'fresh' || item.state === 'due';
  const { checked, reason } = item;
  return html`<div class="notice ${isWell ? 'info' : 'wait'}" role="note">
    <p>
      ${copyStateChip(item.state)} <strong>${visibleText(t.of(hostOf(item.server)))}</strong>${
        received === null ? nothing : html`, ${t.received} ${timeView(received, 'exact')}`
      },
      ${checked === null ? t.neverChecked : html`${t.checked} ${timeView(checked, 'exact', 'ago')}`}. ${t.readOnly}
    </p>
    ${
      isWell || reason === null
        ? nothing
        : html`<p>
            ${visibleText(reasonText(reason))}${
              item.state === 'poison' && typeof state?.place === 'string'
                ? html` (<cg-text .text=${state.place}></cg-text>)`
                : nothing
            }${
              state?.since === undefined || state.since === null ? nothing : html`, ${t.since} ${timeView(state.since)}`
            }
          </p>`
    }
  </div>`;
}

/** Which revision is shown, if it is not the newest. */
export function copyRevisionNotice(item: CopyItem, { number: current, latest }: CopiedObject): unknown {
  const held = item.revision ?? current;
  if (current !== held)
    return html`<p class="notice wait">
      ${t.earlier(current, held)} <a href=${href(copyPath(item.object))}>${t.toLatest}</a>
    </p>`;
  return held < latest ? html`<p class="notice wait">${t.behind(held, latest)}</p>` : nothing;
}

const isHeld = (item: CopiedRevisionItem): item is HeldRevisionItem => 'revision' in item;

/** All revisions, newest first, with those that could not be had. */
export function copiedRevisions(object: string, items: readonly CopiedRevisionItem[], current: number): TemplateResult {
  const held = items.filter(isHeld);
  const before = (item: HeldRevisionItem): number | undefined => held[held.indexOf(item) + 1]?.revision;
  const ofHeld =
    (cell: (item: HeldRevisionItem) => unknown) =>
    (item: CopiedRevisionItem): unknown =>
      isHeld(item) ? cell(item) : nothing;
  return html`<p class="quiet">${t.receivedHint}</p>
    ${table({
      caption: t.revisions,
      rows: items,
      columns: [
        {
          heading: t.revision,
          isHeading: true,
          cell: (item) =>
            isHeld(item)
              ? html`<a
                    href=${href(copyPath(object, { revision: item.revision }))}
                    aria-current=${item.revision === current ? 'true' : nothing}
                    >${item.revision}</a
                  >${item.variants > 0 ? html`<p class="bad-text">${t.variants(item.variants)}</p>` : nothing}`
              : html`${t.range(item.from, item.to)} <span class="chip bad">${t.missing}</span>`,
        },
        { heading: t.receivedAt, cell: receivedOrReason },
        {
          heading: t.valid,
          cell: ofHeld(({ valid }) =>
            valid === null ? html`<span class="quiet">${t.noValid}</span>` : timeView(valid, 'exact'),
          ),
        },
        {
          heading: t.foundBy,
          cell: ofHeld(({ foundBy, notification }) =>
            notification === null ? t.found[foundBy] : uriView(notification, { label: t.found[foundBy] }),
          ),
        },
        { heading: t.statements, isNumber: true, cell: ofHeld(({ statements }) => number(statements)) },
        {
          heading: t.compare,
          isQuiet: true,
          cell: ofHeld((item) => {
            const from = before(item);
            if (from === undefined) return nothing;
            return html`<a href=${href(copyPath(object, { from, to: item.revision }))}
              >${t.compare} <span class="visually-hidden">${t.comparison(from, item.revision)}</span></a
            >`;
          }),
        },
      ],
    })}`;
}

function receivedOrReason(item: CopiedRevisionItem): TemplateResult {
  if (isHeld(item))
    return html`${timeView(item.received, 'exact')}${
      item.purged === null ? nothing : html`<p class="hint">${t.purged} ${timeView(item.purged)}</p>`
    }`;
  return html`${visibleText(reasonText(item.reason))}
    <p class="hint">
      ${item.tried === 0 ? nothing : html`${t.tried(item.tried)}, `}${
        item.next === null ? t.noTry : html`${t.nextTry} ${timeView(item.next)}`
      }
    </p>`;
}

/** What proves that the shown revision is what was received. */
export function copyProof(item: HeldRevisionItem): TemplateResult {
  return html`<dl class="facts">
    ${fact(t.digest, html`<code>${item.digest}</code>`)} ${fact(t.graph, html`<code>${visibleText(item.graph)}</code>`)}
    ${fact(t.provenance, html`<code>${visibleText(`${item.graph}/provenance`)}</code>`)}
    ${item.notification === null ? nothing : fact(t.notification, uriView(item.notification))}
  </dl>`;
}

export function copiedEvents({ items }: Events): TemplateResult {
  if (items.length === 0) return empty(t.noEvents);
  return table({
    caption: t.events,
    rows: items,
    columns: [
      {
        heading: t.event,
        isHeading: true,
        cell: ({ code, name, uri }) =>
          name !== null ? visibleText(name) : code !== null ? termText(code, true) : uriView(uri),
      },
      { heading: t.happened, cell: ({ happened }) => timeView(happened) },
      { heading: t.recorded, cell: ({ recorded }) => timeView(recorded) },
    ],
  });
}

/** The contradictions, and the two decisions. */
export function copyDisputes(object: string, { disputes }: CopyState, acts: Acts): unknown {
  if (disputes.length === 0) return nothing;
  return html`<div class="notice bad" role="note">
    <p class="notice-title">${t.disputed}</p>
    <ul>
      ${disputes.map(
        ({ kind, text, since, sides }) =>
          html`<li>
            ${visibleText(reasonText(kind))}: <cg-text .text=${text}></cg-text> ${timeView(since)}
            ${
              sides === undefined
                ? nothing
                : html`<p>${t.sides(sides.revision)}</p>
                    ${differencesView(sides.differences)}`
            }
          </li>`,
      )}
    </ul>
    <p>${t.disputedHint}</p>
    <div class="buttons start">
      ${acts.button(t.take.first, () => disputeAct(object, 'first', { disputes, acts }))}
      ${acts.button(t.take.last, () => disputeAct(object, 'last', { disputes, acts }))}
    </div>
  </div>`;
}

function disputeAct(
  object: string,
  side: 'first' | 'last',
  { disputes, acts: { done, update } }: { readonly disputes: CopyState['disputes']; readonly acts: Acts },
): Act {
  const draft = `dispute ${object}`;
  // Other contradictions have no second side that could be shown.
  const hasSides = disputes.some(({ kind }) => kind === 'changed-in-place');
  return {
    title: t.takeTitle[side],
    body: () =>
      html`${actingAs()}
        <p>${uriView(object)}</p>
        <p>${hasSides ? t.takeBody[side] : t.takeBody.none}</p>
        ${reasonField({ draft, required: false, update })}`,
    confirm: t.takeConfirm[side],
    isDangerous: true,
    run: async () => {
      const note = reasonOf(draft);
      const take = side === 'first' ? 'kept' : 'received';
      await ask(consoleApi('/mirror/disputes') + query({ object }), {
        method: 'POST',
        body: JSON.stringify({ take, ...(note !== '' && { note }) }),
        headers: { 'Content-Type': 'application/json' },
      });
      await done(t.taken);
    },
  };
}
