/** `…/life?depth=&at=`: the life of a shipment, a timeline for each of its objects. */
import type { LifeAnswer, LifeTimeline } from '../../src/console/responses/drawings.js';
import {
  button,
  define,
  href,
  html,
  nothing,
  number,
  query,
  Resource,
  shared,
  show,
  table,
  type TemplateResult,
  timeText,
  typeLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { axisDrawing } from '../parts/axis-drawing.js';
import { type TimelineGroupOf, timelineGroups } from '../parts/life-timelines.js';
import { bounds, timelineDrawing, partyClass, width } from '../parts/life-drawing.js';
import {
  allStatuses,
  entriesOf,
  eventName,
  type LifeEntry,
  momentsOf,
  Parties,
  pathOf,
  statusOf,
} from '../parts/life-entries.js';
import type { NamedObject } from '../parts/object-page.js';
import { changeLines } from '../parts/change-line.js';
import { choices } from '../parts/choices.js';
import { momentOf, DrawingPage } from '../parts/drawings.js';
import { timeAxis } from '../parts/time-axis.js';
import { lifeTexts as t } from '../texts/life.js';

type Depth = `${keyof typeof t.depths}`;
const isDepth = (text: string): text is Depth => Object.hasOwn(t.depths, text);

/** More rows are slow to draw and unreadable. */
const MAX_ROWS = 1_000;
/** The lanes that are drawn before a reader asks for more: three sheets of paper. */
const FIRST_TIMELINES = 30;
/** A longer table is not for paper. */
const PRINTED_ROWS = 60;

class LifePage extends DrawingPage {
  protected get pageTitle(): string {
    return t.title;
  }
  protected readonly tab = 'life';
  readonly #life = new Resource<LifeAnswer>(this);
  /** The types of which all lanes are drawn. */
  #whole: ReadonlySet<string> = new Set();

  protected override get named(): NamedObject | undefined {
    return this.#life.value?.lanes[0];
  }

  get #depth(): Depth {
    const text = this.route.query.get('depth') ?? '';
    return isDepth(text) ? text : '2';
  }

  override load(): void {
    this.#life.read(this.api('/life') + query({ depth: this.#depth }));
  }

  protected override render(): unknown {
    const at = momentOf(this.route);
    return html`${this.drawingHead(
      t.moment,
      choices(this.route, 'depth', { label: t.depth, current: this.#depth, values: t.depths }, '2'),
      html`<a class="button" href=${href(`${this.path}/knowledge`)}>${t.knowledge}</a>`,
    )}
    ${show(this.#life, (answer) => this.#body(answer, at), { lines: 8 })}`;
  }

  #body(answer: LifeAnswer, at: string | undefined): unknown {
    const parties = new Parties(answer.parties);
    const marked = at === undefined ? undefined : new Date(at).getTime();
    const axis = timeAxis([...momentsOf(answer), ...(marked === undefined ? [] : [marked])], bounds());
    return html`<div class="drawing-page life">
      <figure class="card drawing" aria-label=${t.drawing}>
        ${legend(parties)}
        ${at === undefined ? nothing : html`<p class="at-note">${t.atLine(timeText(new Date(at), true))}</p>`}
        <div class="timeline-axis">${axisDrawing(axis, width(), marked)}</div>
        ${timelineGroups(answer.lanes, FIRST_TIMELINES, this.#whole).map((group) =>
          this.#group(group, (timeline) => timelineDrawing({ timeline, axis, parties }, marked)),
        )}
      </figure>
      ${answer.truncated ? html`<p class="notice">${t.truncated}</p>` : nothing} ${this.#table(answer, parties)}
    </div>`;
  }

  /** The lanes of one type, which fold. */
  #group(
    { type, lanes, total }: TimelineGroupOf<LifeTimeline>,
    draw: (timeline: LifeTimeline) => TemplateResult,
  ): TemplateResult {
    return html`<details class="lanes" open>
      <summary>${visibleText(typeLabel(type))} <span class="count">${number(total)}</span></summary>
      ${lanes.map(
        (timeline) =>
          html`<div class="timeline-box">
            <p class="timeline-name">${uriView(timeline.uri, { label: timeline.label, brief: true })}</p>
            ${draw(timeline)}
          </div>`,
      )}
      ${
        lanes.length === total
          ? nothing
          : html`<p class="lanes-more">
              ${t.timelinesOf(lanes.length, total)}
              ${button(t.allTimelines, () => {
                this.#whole = new Set([...this.#whole, type]);
                this.requestUpdate();
              })}
            </p>`
      }
    </details>`;
  }

  #table(answer: LifeAnswer, parties: Parties): unknown {
    const entries = entriesOf(answer);
    const rows = entries.slice(0, MAX_ROWS);
    const by = (uri: string | null): unknown =>
      uri === null
        ? nothing
        : html`<span class="letter">${parties.letter(uri)}</span>
            ${uriView(uri, { label: parties.all[parties.place(uri) ?? -1]?.label, brief: true })}`;
    return html`${rows.length < entries.length ? html`<p class="notice">${t.tooMany(rows.length, entries.length)}</p>` : nothing}
      <div class=${rows.length > PRINTED_ROWS ? 'screen-only' : nothing}>
        ${table<LifeEntry>({
          caption: t.rows(rows.length),
          rows,
          columns: [
            {
              heading: t.when,
              isHeading: true,
              cell: ({ time }) => (Number.isFinite(time) ? moment(new Date(time).toISOString()) : t.someone),
            },
            {
              heading: t.object,
              cell: ({ timeline }) => uriView(timeline.uri, { label: timeline.label, brief: true }),
            },
            {
              heading: t.what,
              cell: (entry) => {
                const path = pathOf(entry);
                return html`${path === undefined ? whatOf(entry) : html`<a href=${href(path)}>${whatOf(entry)}</a>`}
                ${changesOf(entry)}`;
              },
            },
            { heading: t.by, cell: (entry) => by(agentOf(entry)) },
            { heading: t.then, cell: thenOf },
          ],
        })}
      </div>`;
  }
}
define('cg-life', LifePage);

const moment = (time: string): unknown => html`<cg-time .time=${time} .exact=${true}></cg-time>`;

function whatOf(entry: LifeEntry): string {
  switch (entry.kind) {
    case 'revision':
      return t.revision(entry.revision.number);
    case 'request':
      return shared.kinds[entry.request.kind];
    case 'event':
      return eventName(entry.event);
  }
}

/** What a revision or a request changes; the first revision is all new. */
function changesOf(entry: LifeEntry): unknown {
  if (entry.kind === 'event') return nothing;
  const request =
    entry.kind === 'request'
      ? entry.request
      : entry.timeline.requests.find(({ uri }) => uri === entry.revision.request);
  return request === undefined ? nothing : changeLines(request);
}

function agentOf(entry: LifeEntry): string | null {
  switch (entry.kind) {
    case 'revision':
      return entry.revision.by;
    case 'request':
      return entry.request.requestedBy;
    case 'event':
      return entry.event.by;
  }
}

/** The time of a request's decision, or of an event's recording. */
function thenOf(entry: LifeEntry): unknown {
  if (entry.kind === 'revision') return entry.revision.number === 1 ? t.created : nothing;
  if (entry.kind === 'event')
    return entry.event.recorded === null ? nothing : html`${t.recorded} ${moment(entry.event.recorded)}`;
  const { request } = entry;
  return request.decidedAt === null
    ? t.stillWaits
    : html`${t.decided(statusOf(request).word())} ${moment(request.decidedAt)}`;
}

function legend(parties: Parties): unknown {
  return html`<div class="life-legend">
    <p class="life-legend-title">${t.parties}</p>
    <ul>
      ${parties.all.map(
        ({ uri }) =>
          html`<li>
            <span class="life-swatch ${partyClass(parties.place(uri))}">${parties.letter(uri)}</span>
            ${visibleText(parties.name(uri))}
          </li>`,
      )}
    </ul>
    <p class="life-legend-title">${t.marks}</p>
    <ul>
      ${allStatuses.map(({ sign, word, kind }) => html`<li><span class="life-swatch round ${kind}">${sign}</span> ${word()}</li>`)}
      <li><span class="life-swatch">◆</span> ${t.eventMark}</li>
    </ul>
  </div>`;
}
