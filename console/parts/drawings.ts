/** Common parts of the drawings: links, the selected moment, the head of the printed sheet. */
import {
  button,
  href,
  html,
  nothing,
  replace,
  type Route,
  type Sheet,
  submitted,
  svg,
  type TemplateResult,
  timeText,
  withQuery,
} from '../core/index.js';
import { ObjectPage } from './object-page.js';
import { drawingTexts as t } from '../texts/drawings.js';

/** Whether drawings fit a narrow screen. */
export const isNarrow = (): boolean => matchMedia('(max-width: 45rem)').matches;

/**
 * A linked part of a drawing: Tab reaches it in document order, Enter or a press opens it.
 *
 * @param name its text for screen readers; `plainText` makes partners' texts in it safe.
 */
export function mark(path: string | undefined, name: string, body: unknown, kind = ''): TemplateResult {
  const drawn = svg`<g role="img" aria-label=${name}><title>${name}</title>${body}</g>`;
  return path === undefined
    ? svg`<g class="mark ${kind}">${drawn}</g>`
    : svg`<a class="mark ${kind}" href=${href(path)}>${drawn}</a>`;
}

/** The moment in an address, in ISO 8601; undefined without a valid one. */
export function momentOf(route: Route): string | undefined {
  const text = route.query.get('at') ?? '';
  const [, date = '', hour = '', minute = '', second = ''] =
    /^(\d{4}-?\d{2}-?\d{2})T(\d{2}):?(\d{2}):?(\d{2})(?:\.\d{1,9})?Z$/.exec(text) ?? [];
  const days = date.replace(/-/g, '');
  const time = new Date(`${days.slice(0, 4)}-${days.slice(4, 6)}-${days.slice(6)}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A field for the moment, which the address holds. */
function momentForm(route: Route, label: string): TemplateResult {
  const at = momentOf(route);
  return html`<form
    class="moment"
    @submit=${submitted((value) => {
      const time = new Date(`${value('at')}Z`);
      if (!Number.isNaN(time.getTime()))
        replace(withQuery(route, { at: time.toISOString().replace(/[-:]|\.\d+/g, '') }));
    })}
  >
    <label
      >${label}
      <input name="at" type="datetime-local" step="1" required .value=${at === undefined ? '' : at.slice(0, 19)} />
    </label>
    <button type="submit">${t.show}</button>
    ${at === undefined ? nothing : html`<a class="button" href=${href(withQuery(route, { at: undefined }))}>${t.now}</a>`}
  </form>`;
}

/** The page of a drawing of an object. */
export abstract class DrawingPage extends ObjectPage {
  /** The head of the sheet: the drawing's title, object and moment. */
  override get sheet(): Sheet {
    const at = momentOf(this.route);
    return {
      uri: this.uri,
      facts: [this.pageTitle, ...(at === undefined ? [] : [t.asOf(timeText(new Date(at), true))])],
    };
  }

  /** The head with the drawing's options. @param choice links to values. @param more links to other pages. */
  protected drawingHead(moment: string, choice: unknown, more: unknown = nothing): TemplateResult {
    return html`${this.head()}
      <div class="drawing-bar">${choice} ${momentForm(this.route, moment)} ${more} ${printButton()}</div>`;
  }
}

/** A button that prints the page. */
export const printButton = (): TemplateResult =>
  button(t.print, () => {
    print();
  });
