/** `…/knowledge?property=`: the timeline of access for one property, on one page for print. */
import type { RevisionsAnswer } from '../../src/console/responses.js';
import type {
  PartyTimeline,
  AccessTimelineAnswer,
  TimelineEntry,
  TimelineValue,
} from '../../src/console/responses/drawings.js';
import {
  define,
  empty,
  href,
  html,
  nothing,
  objectLabel,
  plainText,
  query,
  Resource,
  session,
  show,
  table,
  termLabel,
  termText,
  timeText,
  visibleText,
} from '../core/index.js';
import { agentName } from '../parts/agent-name.js';
import { axisDrawing } from '../parts/axis-drawing.js';
import {
  timelineBounds,
  timelineMoments,
  timelineWidth,
  partyTimeline,
  spansOf,
  type Tone,
  valuesTimeline,
} from '../parts/access-timelines-drawing.js';
import { DrawingPage, printButton } from '../parts/drawings.js';
import type { NamedObject } from '../parts/object-page.js';
import { duration } from '../parts/queues.js';
import { timeAxis } from '../parts/time-axis.js';
import { RDF_TYPE } from '../parts/statements.js';
import { termView } from '../parts/values.js';
import { accessTimelineTexts as t } from '../texts/access-timelines.js';

interface Row {
  readonly party: PartyTimeline;
  readonly value: TimelineValue;
  readonly known: TimelineEntry;
}

class AccessTimelinePage extends DrawingPage {
  protected get pageTitle(): string {
    return t.title;
  }
  protected readonly tab = 'life';
  readonly #answer = new Resource<AccessTimelineAnswer>(this);
  readonly #revisions = new Resource<RevisionsAnswer>(this);

  get #property(): string {
    return this.route.query.get('property') ?? '';
  }

  protected override get named(): NamedObject | undefined {
    const update = (): void => {
      this.requestUpdate();
    };
    return this.#answer.value ?? objectLabel(this.uri, update);
  }

  override load(): void {
    if (this.#property === '') this.#revisions.read(this.api('/revisions'));
    else this.#answer.read(this.api('/knowledge') + query({ property: this.#property }));
  }

  protected override render(): unknown {
    return html`${this.head()}
    ${
      this.#property === ''
        ? show(this.#revisions, (answer) => this.#choice(answer), { lines: 4 })
        : show(this.#answer, (answer) => this.#body(answer), { lines: 8 })
    }`;
  }

  #choice({ items }: RevisionsAnswer): unknown {
    const properties = [...new Set(items.flatMap((item) => item.properties))]
      .filter((property) => property !== RDF_TYPE)
      .sort();
    return html`<section class="card">
      <h2>${t.choose}</h2>
      <p class="hint">${t.chooseHint}</p>
      <ul class="properties">
        ${properties.map(
          (property) =>
            html`<li>
              <a href=${href(`${this.path}/knowledge${query({ property })}`)}>${termText(property)}</a>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #body(answer: AccessTimelineAnswer): unknown {
    const { values, parties, property, receiptDays, truncated } = answer;
    const axis = timeAxis(timelineMoments(answer), timelineBounds());
    const path = this.path;
    return html`<h2 class="drawing-title">${t.of(plainText(termLabel(property), 60))}</h2>
      <div class="drawing-bar">
        <a class="button" href=${href(`${path}/knowledge`)}>${t.choose}</a> ${printButton()}
      </div>
      ${values.length === 0 ? empty(t.noValue) : nothing} ${parties.length === 0 ? empty(t.noParties) : nothing}
      ${
        values.length === 0 || parties.length === 0
          ? nothing
          : html`<div class="drawing-page knowledge">
              <figure class="card drawing" aria-label=${t.drawing}>
                ${legend()}
                <div class="timeline-axis">${axisDrawing(axis, timelineWidth())}</div>
                <div class="timeline-box">
                  <p class="timeline-name">${t.valuesTimeline}</p>
                  ${valuesTimeline(values, axis, (revision) => `${path}/revisions/${revision}`)}
                </div>
                ${parties.map((party) => {
                  const name = agentName(party.uri, party.label);
                  return html`<div class="timeline-box">
                    <p class="timeline-name">${visibleText(name)}</p>
                    ${partyTimeline(name, spansOf(party, values), axis, ({ tone }) => this.#reason(party, tone))}
                  </div>`;
                })}
              </figure>
              <p class="hint">
                ${t.receipts(receiptDays)} ${session.me?.internal === true ? nothing : t.own}
                ${truncated ? t.truncated : nothing}
              </p>
              ${timelineTable(answer, path)} ${accessTable(parties)}
            </div>`
      }`;
  }

  /** The page that shows why a party could or could not read the value. */
  #reason({ uri }: PartyTimeline, tone: Tone): string {
    const object = this.uri;
    return session.me?.internal === true && (tone === 'told' || tone === 'heard')
      ? `/deliveries/confirmed${query({ subscriber: uri, object })}`
      : tone === 'asked'
        ? `${this.path}/audit-trail`
        : `${this.path}/acl${query({ agent: uri })}`;
  }
}
define('cg-access-timelines', AccessTimelinePage);

/** The same name as in the drawing. */
const partyName = ({ uri, label }: PartyTimeline): unknown => visibleText(agentName(uri, label));
const time = (text: string): unknown => html`<cg-time .time=${text} .exact=${true}></cg-time>`;
const tones: readonly Tone[] = ['told', 'asked', 'open', 'heard', 'closed', 'unknown'];

function legend(): unknown {
  return html`<div class="life-legend">
    <ul>
      ${tones.map((tone) => html`<li><span class="life-swatch tone-${tone}">${t.toneShort[tone]}</span> ${t.tones[tone]}</li>`)}
    </ul>
  </div>`;
}

/** When and how the party was notified. */
function confirmation(
  { status, confirmed, attempts, lastError, asked }: TimelineEntry,
  { at }: TimelineValue,
): unknown {
  if (status === 'none' || status === 'not-known') return asked ? t.itself : status === 'none' ? t.none : t.unknown;
  if (status === 'filtered') return t.filtered;
  const tried = attempts === 0 ? nothing : html` <span class="hint">${t.attempts(attempts)}</span>`;
  if (status === 'waiting')
    return html`<strong>${t.waits}</strong>${tried}${
        lastError === null ? nothing : html`<p><cg-text class="bad-text" .text=${lastError}></cg-text></p>`
      }`;
  const after = confirmed === null ? 0 : Math.max(0, Date.parse(confirmed) - Date.parse(at));
  return html`${confirmed === null ? nothing : html`${time(confirmed)} <span class="hint">${t.after(duration(after))}</span>`}${tried}${status === 'skipped' ? html` <strong>${t.givenUp}</strong>` : nothing}`;
}

function timelineTable({ parties, values }: AccessTimelineAnswer, path: string): unknown {
  const rows = parties.flatMap((party) =>
    values.flatMap((value, index): Row[] => {
      const known = party.known[index];
      return known === undefined ? [] : [{ party, value, known }];
    }),
  );
  return table<Row>({
    caption: t.rows(rows.length),
    rows,
    columns: [
      {
        heading: t.party,
        isHeading: true,
        cell: ({ party }) => partyName(party),
      },
      {
        heading: t.valueHeading,
        cell: ({ value }) =>
          value.value.length === 0 ? t.noneThen : value.value.map((term) => html`${termView(term)} `),
      },
      {
        heading: t.since,
        cell: ({ value }) => html`<a href=${href(`${path}/revisions/${value.revision}`)}>${time(value.at)}</a>`,
      },
      { heading: t.couldRead, cell: ({ known }) => (known.couldRead === null ? t.notYet : time(known.couldRead)) },
      { heading: t.written, cell: ({ known }) => (known.written === null ? nothing : time(known.written)) },
      { heading: t.confirmed, cell: ({ known, value }) => confirmation(known, value) },
    ],
  });
}

function accessTable(parties: readonly PartyTimeline[]): unknown {
  const rows = parties.flatMap((party) => party.readable.map((readable) => ({ party, readable })));
  if (rows.length === 0) return nothing;
  const moment = (text: string | null, missing: string): string =>
    text === null ? missing : timeText(new Date(text), true);
  return table({
    caption: t.access,
    rows,
    columns: [
      {
        heading: t.party,
        isHeading: true,
        cell: ({ party }) => partyName(party),
      },
      {
        heading: t.access,
        cell: ({ readable: { from, until, because, request } }) =>
          html`${t.accessTimes(moment(from, t.unknownStart), moment(until, t.now))}
            <span class="hint">${t.reasons[because]}</span>
            ${request === null ? nothing : html`<cg-uri .uri=${request} .compact=${true}></cg-uri>`}`,
      },
    ],
  });
}
