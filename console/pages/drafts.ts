/** `/drafts`: forms that the reader has begun, and templates (K14). */
import type { DraftItem, DraftsAnswer } from '../../src/console/responses.js';
import {
  ask,
  button,
  consoleApi,
  define,
  empty,
  href,
  html,
  me,
  nothing,
  Page,
  pageHead,
  plainText,
  Resource,
  section,
  show,
  table,
  type TemplateResult,
  timeView,
  typeLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import { draftsTexts as t } from '../texts/drafts.js';

class DraftsPage extends Page {
  readonly #drafts = new Resource<DraftsAnswer>(this);
  readonly #acts = new Acts(this, () => this.#drafts.reload());

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    this.#drafts.read(consoleApi('/drafts'));
  }

  protected override render(): unknown {
    return html`${pageHead(t.title)}
      <div class="stack">
        ${this.#acts.outcome} ${show(this.#drafts, (answer) => this.#lists(answer), { lines: 6 })}
      </div>
      ${this.#acts.dialog}`;
  }

  #lists({ items, truncated }: DraftsAnswer): TemplateResult {
    if (items.length === 0) return empty(t.none, html`<p>${t.noneHint}</p>`);
    const drafts = items.filter(({ kind }) => kind === 'draft');
    const templates = items.filter(({ kind }) => kind === 'template');
    return html`${drafts.length === 0 ? nothing : section('drafts', t.drafts, this.#table(t.drafts, drafts))}
    ${templates.length === 0 ? nothing : section('templates', t.templates, this.#table(t.templates, templates))}
    ${truncated ? html`<p class="hint">${t.truncated}</p>` : nothing}`;
  }

  #table(caption: string, rows: readonly DraftItem[]): TemplateResult {
    return table({
      caption,
      rows,
      columns: [
        {
          heading: t.name,
          isHeading: true,
          cell: (item) =>
            html`<a href=${href(formOf(item))}
              >${visibleText(item.title === '' ? t.untitled : plainText(item.title, 80))}</a
            >`,
        },
        { heading: t.form, cell: ({ form }) => visibleText(typeLabel(form)) },
        { heading: t.changed, cell: ({ modified }) => timeView(modified, 'ago') },
        {
          heading: t.owner,
          cell: ({ owner, visibility }) =>
            owner === me().agent ? (visibility === 'internal' ? t.shared : t.own) : uriView(owner, { brief: true }),
        },
        {
          heading: t.acts,
          isQuiet: true,
          cell: (item) =>
            item.owner === me().agent
              ? button({ text: t.remove, tone: 'quiet' }, () => {
                  this.#remove(item);
                })
              : nothing,
        },
      ],
    });
  }

  #remove({ id, title }: DraftItem): void {
    const name = title === '' ? t.untitled : plainText(title, 60);
    this.#acts.open({
      title: t.removeTitle(name),
      body: () => html`<p>${t.removeHint}</p>`,
      confirm: t.remove,
      isDangerous: true,
      run: async () => {
        await ask(consoleApi(`/drafts/${id}`), { method: 'DELETE' });
        await this.#acts.done(t.removed(name));
      },
    });
  }
}
define('cg-drafts', DraftsPage);

/** The form that goes on with a draft, or begins with a template. */
function formOf({ id, form, kind }: DraftItem): string {
  const name = form.slice(Math.max(form.lastIndexOf('#'), form.lastIndexOf('/')) + 1);
  return `/new/${encodeURIComponent(name)}?${kind}=${encodeURIComponent(id)}`;
}
