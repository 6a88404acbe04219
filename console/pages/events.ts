/** `…/logistics-events`: what happened to an object, newest first, and a form to post an event. */
import type { RevisionItem } from '../../src/console/responses.js';
import {
  define,
  empty,
  failed,
  type Failure,
  href,
  html,
  nothing,
  Page,
  pageOf,
  pager,
  pageRange,
  plainText,
  Resource,
  show,
  table,
  type TemplateResult,
  termLabel,
  visibleText,
} from '../core/index.js';
import '../parts/ask-access.js';
import '../parts/post-event.js';
import { objectHead, objectPath, objectUri } from '../parts/object-head.js';
import { type EventItem, type Events, latestAt, readEvents, readRevisions } from '../parts/read-events.js';
import { isHidden, type ObjectRevision, readObject } from '../parts/read-object.js';
import { meaningOf, termView } from '../parts/values.js';
import { eventsTexts as t } from '../texts/events.js';

/** Whether a name says no more than the meaning of the code, which stands before it. */
const isMeaning = (code: string | null, name: string): boolean =>
  code !== null && meaningOf(code)?.toLowerCase() === name.toLowerCase();

/** The code with its meaning, and the name where it says more. */
export const eventName = ({ code, name }: EventItem): TemplateResult =>
  html`${code === null ? nothing : termView({ type: 'uri', value: code })}
  ${name === null || isMeaning(code, name) ? nothing : visibleText(plainText(name, 80))}`;

class EventsPage extends Page {
  readonly #events = new Resource<Events>(this);
  readonly #object = new Resource<ObjectRevision>(this);
  readonly #revisions = new Resource<readonly RevisionItem[]>(this);

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  override get heading(): string {
    return `${t.title}: ${plainText(this.#object.value?.label ?? this.#id, 60)}`;
  }

  override load(): void {
    const id = this.#id;
    const range = pageRange(this.route);
    this.#events.load(`${id} ${range.skip}`, (signal) => readEvents(id, range, signal));
    this.#object.load(id, (signal) => readObject(objectPath(id), objectUri(id), undefined, signal));
    this.#revisions.load(id, (signal) => readRevisions(id, signal));
  }

  protected override render(): unknown {
    const object = this.#object.value;
    const uri = objectUri(this.#id);
    return html`${objectHead({ id: this.#id, label: object?.label ?? null, type: object?.type ?? null, tab: 'events' })}
      <div class="stack" @event-posted=${() => void this.#events.reload()}>
        ${show(this.#events, (events) => this.#list(events), { failed: (failure) => this.#failed(failure) })}
        <section class="card" aria-labelledby="post">
          <h2 id="post">${t.post}</h2>
          <cg-post-event .uri=${uri} .path=${`${objectPath(this.#id)}/logistics-events`}></cg-post-event>
        </section>
      </div>`;
  }

  #failed(failure: Failure): unknown {
    if (!isHidden(failure)) return failed(failure, () => void this.#events.reload());
    return html`<div class="notice bad" role="alert">
      <p class="notice-title">${t.forbidden}</p>
      <cg-ask-access .uri=${objectUri(this.#id)}></cg-ask-access>
    </div>`;
  }

  #list({ items, total }: Events): unknown {
    if (items.length === 0) return empty(t.none, html`<p>${t.noneHint}</p>`);
    const link = (event: EventItem): TemplateResult => {
      const page = pageOf(event.uri);
      return page === undefined
        ? eventName(event)
        : html`<a class="row-name" href=${href(page)}>${eventName(event)}</a>`;
    };
    return html`${table({
      caption: t.title,
      rows: items,
      columns: [
        { heading: t.event, isHeading: true, cell: link },
        {
          heading: t.happened,
          cell: ({ happened, timeType }) =>
            html`${happened === null ? nothing : html`<cg-time .time=${happened}></cg-time>`}${
              timeType === null ? nothing : html`<p class="hint">${visibleText(termLabel(timeType).toLowerCase())}</p>`
            }`,
        },
        {
          heading: t.recorded,
          cell: ({ recorded }) =>
            recorded === null ? nothing : html`<cg-time .time=${recorded} .ago=${true}></cg-time>`,
        },
        {
          heading: t.by,
          cell: ({ by }) => (by === null ? nothing : html`<cg-uri .uri=${by} .compact=${true}></cg-uri>`),
        },
        {
          heading: t.latest,
          cell: ({ recorded }) => {
            const number = latestAt(this.#revisions.value ?? [], recorded);
            return number === undefined
              ? nothing
              : html`<a href=${href(`${objectPath(this.#id)}/revisions/${number}`)}>${t.revision(number)}</a>`;
          },
        },
      ],
    })}${pager(this.route, total)}`;
  }
}
define('cg-events', EventsPage);
