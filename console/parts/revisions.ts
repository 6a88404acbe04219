/** Navigation between an object's revisions: a slider with buttons, a moment, and an equivalent list. */
import type { RevisionItem } from '../../src/console/responses.js';
import { href, html, nothing, table, type TemplateResult, termLabel, uriView, visibleText } from '../core/index.js';
import { historyTexts as t } from '../texts/history.js';
import { messageLink } from './message-link.js';
import { objectPath } from './object-head.js';

export interface SliderOptions {
  readonly number: number;
  readonly latest: number;
  readonly item: RevisionItem | undefined;
  readonly go: (number: number) => void;
  readonly moment: (text: string) => void;
  readonly failure: string;
}

const MAX_MARKS = 60;

export function slider(options: SliderOptions): TemplateResult {
  const { number, latest, item, go, moment, failure } = options;
  const button = (text: string, to: number): TemplateResult =>
    html`<button
      type="button"
      ?disabled=${to < 1 || to > latest || to === number}
      @click=${() => {
        go(to);
      }}
    >
      ${text}
    </button>`;
  return html`<section class="card slider" aria-label=${t.slider}>
    <div class="slider-line">
      ${button(t.older, number - 1)}
      <div class="slider-track">
        <label class="visually-hidden" for="revision-slider">${t.revisionOf(number, latest)}</label>
        <input
          id="revision-slider"
          type="range"
          min="1"
          max=${Math.max(latest, 1)}
          step="1"
          list=${latest <= MAX_MARKS ? 'revision-marks' : nothing}
          .value=${String(number)}
          ?disabled=${latest < 2}
          aria-valuetext=${item === undefined ? t.revision(number) : `${t.revision(number)}, ${item.at}`}
          @change=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) go(Number(event.target.value));
          }}
        />
        ${
          latest <= MAX_MARKS
            ? html`<datalist id="revision-marks">
                ${Array.from({ length: latest }, (_, index) => html`<option value=${index + 1}></option>`)}
              </datalist>`
            : nothing
        }
      </div>
      ${button(t.newer, number + 1)}
    </div>
    <div class="slider-foot">
      <p>
        <strong>${t.revisionOf(number, latest)}</strong>
        ${item === undefined ? nothing : html`<cg-time .time=${item.at} .exact=${true} .ago=${true}></cg-time>`}
      </p>
      <form
        class="moment"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          const box = document.getElementById('moment');
          if (box instanceof HTMLInputElement) moment(box.value);
        }}
      >
        <label for="moment">${t.moment}</label>
        <input id="moment" type="datetime-local" step="1" required aria-describedby="moment-failure" />
        <button type="submit">${t.show}</button>
        <span id="moment-failure" class="bad-text" role="status">${failure}</span>
      </form>
    </div>
  </section>`;
}

const MAX_PROPERTIES = 4;

function changes({ properties, added, removed, number }: RevisionItem): TemplateResult {
  const visible = properties.slice(0, MAX_PROPERTIES).map(termLabel).join(', ');
  const rest = properties.length - MAX_PROPERTIES;
  return html`${number === 1 ? t.created : html`${visibleText(visible)}${rest > 0 ? ` ${t.more(rest)}` : ''}`}
    <span class="quiet counts">+${added} −${removed}</span>`;
}

export function revisionsTable(id: string, items: readonly RevisionItem[], current: number): TemplateResult {
  const path = objectPath(id);
  return table({
    caption: t.revisions(items.length),
    rows: items,
    columns: [
      {
        heading: t.number,
        isHeading: true,
        cell: ({ number }) =>
          html`<a href=${href(`${path}/revisions/${number}`)} aria-current=${number === current ? 'true' : nothing}
            >${t.revision(number)}</a
          >`,
      },
      { heading: t.time, cell: ({ at }) => html`<cg-time .time=${at} .exact=${true}></cg-time>` },
      { heading: t.changed, cell: changes },
      {
        heading: t.askedBy,
        cell: ({ requestedBy, message }) =>
          html`${uriView(requestedBy)}${message === null ? nothing : html`<p class="hint">${messageLink(message)}</p>`}`,
      },
      {
        heading: t.decidedBy,
        cell: ({ decidedBy }) => uriView(decidedBy),
      },
      {
        heading: t.compare,
        isQuiet: true,
        cell: ({ number }) =>
          number === 1
            ? nothing
            : html`<a href=${href(`${path}/revisions/${number - 1}..${number}`)}
                >${t.compare} <span class="visually-hidden">${t.comparison(number - 1, number)}</span></a
              >`,
      },
    ],
  });
}
