/** `…/logistics-events/<event>`: one event, and the latest revision when it was recorded. */
import {
  define,
  fact,
  href,
  html,
  nothing,
  plainText,
  localName,
  pathBelowBase,
  Resource,
  show,
  termLabel,
  visibleText,
} from '../core/index.js';
import { objectPath, objectUri } from '../parts/object-head.js';
import '../parts/proof.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { type EventItem, readEvent } from '../parts/read-events.js';
import { type ObjectRevision, readObject } from '../parts/read-object.js';
import { statementsView } from '../parts/values.js';
import { eventsTexts as t } from '../texts/events.js';
import { eventName } from './events.js';

class EventPage extends ObjectPage {
  protected get pageTitle(): string {
    return t.one;
  }
  protected readonly tab = 'events';
  readonly #event = new Resource<EventItem>(this);
  readonly #then = new Resource<ObjectRevision>(this);

  protected override get named(): NamedObject | undefined {
    return this.#then.value;
  }

  override get heading(): string {
    const event = this.#event.value;
    return `${t.one}: ${plainText(event?.name ?? localName(event?.code ?? this.objectId), 60)}`;
  }

  override load(): void {
    const id = this.objectId;
    const name = this.route.params['event'] ?? '';
    this.#event.load(`${id} ${name}`, async (signal) => {
      const event = await readEvent(id, name, signal);
      const { recorded } = event;
      if (recorded !== null)
        this.#then.load(`${id} ${recorded}`, (inner) => readObject(objectPath(id), objectUri(id), recorded, inner));
      return event;
    });
  }

  protected override render(): unknown {
    return html`${this.head()} ${show(this.#event, (event) => this.#body(event), { lines: 6 })}`;
  }

  #body(event: EventItem): unknown {
    const { happened, recorded, by, timeType, uri, statements } = event;
    const then = this.#then.value;
    return html`<div class="stack">
      <section class="card" aria-labelledby="facts">
        <h2 id="facts">${eventName(event)}</h2>
        <dl class="facts">
          ${happened === null ? nothing : fact(t.happened, html`<cg-time .time=${happened} .exact=${true} .ago=${true}></cg-time>`)}
          ${timeType === null ? nothing : fact(t.timeType, visibleText(termLabel(timeType).toLowerCase()))}
          ${recorded === null ? nothing : fact(t.recorded, html`<cg-time .time=${recorded} .exact=${true} .ago=${true}></cg-time>`)}
          ${by === null ? nothing : fact(t.by, html`<cg-uri .uri=${by} .compact=${true}></cg-uri>`)}
          ${
            then === undefined
              ? nothing
              : fact(
                  t.latest,
                  html`<a href=${href(`${this.path}/revisions/${then.number}`)}>${t.revision(then.number)}</a>`,
                )
          }
        </dl>
        <p><cg-uri .uri=${uri}></cg-uri></p>
      </section>
      <section class="card" aria-labelledby="statements">
        <h2 id="statements">${t.statements}</h2>
        ${statementsView(statements, uri)}
      </section>
      <cg-proof .of=${{ path: pathBelowBase(uri) ?? '', subject: uri, name: localName(uri) }}></cg-proof>
    </div>`;
  }
}
define('cg-event', EventPage);
