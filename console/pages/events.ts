/** `…/logistics-events`: the events of an object, newest first, and a form to post one. */
import type { RevisionItem } from '../../src/console/responses.js';
import {
  empty,
  failed,
  href,
  html,
  nothing,
  pageOf,
  plainText,
  Resource,
  type Route,
  type TemplateResult,
  termLabel,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import '../parts/ask-access.js';
import '../parts/post-event.js';
import { listPage } from '../parts/list-page.js';
import { objectHead, objectPath, objectUri } from '../parts/object-head.js';
import { type EventItem, eventsPath, latestAt, NEWEST_FIRST, readEvents, readRevisions } from '../parts/read-events.js';
import { isHidden, type ObjectRevision, readObject } from '../parts/read-object.js';
import { meaningOf, termView } from '../parts/values.js';
import { eventsTexts as t } from '../texts/events.js';

/** Whether the name only repeats the meaning of the code, which precedes it. */
const isMeaning = (code: string | null, name: string): boolean =>
  code !== null && meaningOf(code)?.toLowerCase() === name.toLowerCase();

/** The code with its meaning, and the name if it adds to that; what it is where it has neither. */
export const eventName = ({ code, name }: EventItem): TemplateResult =>
  html`${code === null && name === null ? t.one : nothing}${code === null ? nothing : termView({ type: 'uri', value: code })}
  ${name === null || isMeaning(code, name) ? nothing : visibleText(plainText(name, 80))}`;

function eventLink(event: EventItem): TemplateResult {
  const page = pageOf(event.uri);
  return page === undefined ? eventName(event) : html`<a class="row-name" href=${href(page)}>${eventName(event)}</a>`;
}

const events = { path: ({ params: { id = '' } }: Route) => eventsPath(id), read: readEvents };

listPage('cg-events', events, (list) => {
  const object = new Resource<ObjectRevision>(list);
  const revisions = new Resource<readonly RevisionItem[]>(list);
  const id = (): string => list.param('id');
  return {
    title: () => `${t.title}: ${plainText(object.value?.label ?? id(), 60)}`,
    head: () => {
      const { label = null, type = null } = object.value ?? {};
      return objectHead({ id: id(), label, type, tab: 'events' });
    },
    loaded: () => {
      object.load(id(), (signal) => readObject(objectPath(id()), objectUri(id()), undefined, signal));
      revisions.load(id(), (signal) => readRevisions(id(), signal));
    },
    asked: () => NEWEST_FIRST,
    caption: t.title,
    columns: () => [
      { heading: t.event, isHeading: true, cell: eventLink },
      {
        heading: t.happened,
        cell: ({ happened, timeType }) =>
          html`${timeView(happened)}${
            timeType === null ? nothing : html`<p class="hint">${visibleText(termLabel(timeType).toLowerCase())}</p>`
          }`,
      },
      { heading: t.recorded, cell: ({ recorded }) => timeView(recorded, 'ago') },
      { heading: t.by, cell: ({ by }) => uriView(by) },
      {
        heading: t.latest,
        cell: ({ recorded }) => {
          const number = latestAt(revisions.value ?? [], recorded);
          return number === undefined
            ? nothing
            : html`<a href=${href(`${objectPath(id())}/revisions/${number}`)}>${t.revision(number)}</a>`;
        },
      },
    ],
    empty: () => empty(t.none, html`<p>${t.noneHint}</p>`),
    failed: (failure) =>
      isHidden(failure)
        ? html`<div class="notice bad" role="alert">
            <p class="notice-title">${t.forbidden}</p>
            <cg-ask-access .uri=${objectUri(id())}></cg-ask-access>
          </div>`
        : failed(failure, () => void list.reload()),
    frame: (body) =>
      html`<div class="stack" @event-posted=${() => void list.reload()}>
        ${body}
        <section class="card" aria-labelledby="post">
          <h2 id="post">${t.post}</h2>
          <cg-post-event .uri=${objectUri(id())} .path=${eventsPath(id())}></cg-post-event>
        </section>
      </div>`,
    lines: 5,
  };
});
