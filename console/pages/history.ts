/** `…/revisions`, `…/revisions/<n>`, `…/revisions/<m>..<n>`: the revisions of an object, one revision, a comparison. */
import type { DiffAnswer, RevisionItem, RevisionsAnswer } from '../../src/console/responses.js';
import {
  ask,
  askJson,
  define,
  empty,
  Failure,
  html,
  N_TRIPLES,
  navigate,
  nothing,
  plainText,
  query,
  replace,
  Resource,
  shared,
  type Sheet,
  show,
} from '../core/index.js';
import { comparisonView } from '../parts/comparison.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { pager, pageRange, pagesIn } from '../parts/pager.js';
import { type ObjectRevision, readObject } from '../parts/read-object.js';
import { RevisionDocuments } from '../parts/revision-documents.js';
import { madeOnPaper, revisionOnPaper } from '../parts/revision-facts.js';
import { revisionView } from '../parts/revision-view.js';
import { revisionsTable, slider } from '../parts/revisions.js';
import { historyTexts as t } from '../texts/history.js';

/** The revision in the address, or the two to compare. */
type RevisionSelection = { readonly number: number | undefined } | { readonly from: number; readonly to: number };

function selectionOf(text: string | undefined): RevisionSelection | undefined {
  if (text === undefined) return { number: undefined };
  const [, from, to] = /^([1-9]\d{0,8})\.\.([1-9]\d{0,8})$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from: Number(from), to: Number(to) };
  return /^[1-9]\d{0,8}$/.test(text) ? { number: Number(text) } : undefined;
}

class HistoryPage extends ObjectPage {
  protected get pageTitle(): string {
    return t.title;
  }
  protected readonly tab = 'history';
  readonly #list = new Resource<RevisionsAnswer>(this);
  readonly #revision = new Resource<ObjectRevision>(this);
  readonly #item = new Resource<RevisionItem | undefined>(this);
  readonly #diff = new Resource<DiffAnswer | undefined>(this);
  readonly #documents = new RevisionDocuments(this);
  #atFailure = '';

  protected override get named(): NamedObject | undefined {
    return this.#revision.value;
  }

  get #selection(): RevisionSelection | undefined {
    return selectionOf(this.route.params['revision']);
  }

  override get heading(): string {
    const selection = this.#selection;
    const what =
      selection === undefined ? t.title : 'from' in selection ? t.comparison(selection.from, selection.to) : t.title;
    return `${what}: ${plainText(this.#revision.value?.label ?? this.objectId, 60)}`;
  }

  override get sheet(): Sheet {
    const selection = this.#selection;
    const revision = this.#revision.value;
    const facts =
      revision === undefined || selection === undefined
        ? []
        : 'from' in selection
          ? [shared.revisions(selection.from, selection.to), ...madeOnPaper(this.#item.value)]
          : revisionOnPaper(revision.number, revision.latest, this.#item.value);
    return { uri: this.uri, facts };
  }

  override load(): void {
    const path = this.api('/revisions') + query({ ...pageRange(this.route) });
    this.#list.load(path, async (signal) => {
      const answer = await askJson<RevisionsAnswer>(path, { signal });
      this.#loadSelection(answer.latest);
      return answer;
    });
    const latest = this.#list.value?.latest;
    if (latest !== undefined) this.#loadSelection(latest);
  }

  #loadSelection(latest: number): void {
    const selection = this.#selection;
    if (selection === undefined) return;
    const isComparison = 'from' in selection;
    const number = isComparison ? selection.to : (selection.number ?? latest);
    const uri = this.uri;
    const revision = this.api(`/revisions/${number}`);
    this.#revision.load(revision, (signal) => readObject(revision, uri, undefined, signal));
    const one = this.api('/revisions') + query({ limit: 1, skip: Math.max(0, latest - number) });
    this.#item.load(`${one} ${number}`, async (signal) => {
      const { items } = await askJson<RevisionsAnswer>(one, { signal });
      return items.find((item) => item.number === number);
    });
    const [from, to] = isComparison ? [selection.from, selection.to] : [number - 1, number];
    const diff = this.api('/diff') + query({ from, to });
    this.#diff.load(diff, (signal) => (from < 1 ? Promise.resolve(undefined) : askJson<DiffAnswer>(diff, { signal })));
    this.#documents.load(this.path, { from, to });
  }

  /** Another revision in the same form: the scroll position stays, and the address changes. */
  #go(number: number): void {
    replace(this.#pathOf(number));
  }

  #pathOf(number: number): string {
    return `${this.path}/revisions/${number}${this.#documents.parameters}`;
  }

  async #goToMoment(moment: string): Promise<void> {
    const time = new Date(`${moment}Z`);
    this.#atFailure = '';
    if (!Number.isNaN(time.getTime())) {
      const at = time.toISOString().replace(/[-:]|\.\d+/g, '');
      try {
        const { headers } = await ask(this.path + query({ at }), { accept: N_TRIPLES });
        this.#go(Number(headers.get('revision')));
        return;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.#atFailure = error.kind === 'not-found' ? t.noneThen : error.message;
      }
    } else this.#atFailure = t.noTime;
    this.requestUpdate();
  }

  handleKey(key: string): boolean {
    const list = this.#list.value;
    const selection = this.#selection;
    if (list === undefined || selection === undefined) return false;
    const number = 'from' in selection ? selection.to : (selection.number ?? list.latest);
    if (key === '[' && number > 1) this.#go(number - 1);
    else if (key === ']' && number < list.latest) this.#go(number + 1);
    else if (key === 'c' && number > 1) navigate(`${this.path}/revisions/${number - 1}..${number}`);
    else return false;
    return true;
  }

  protected override render(): unknown {
    return html`${this.head()}
    ${this.#selection === undefined ? empty(t.noSuch) : show(this.#list, (list) => this.#body(list), { lines: 8 })}`;
  }

  #body(list: RevisionsAnswer): unknown {
    const selection = this.#selection;
    if (selection === undefined) return nothing;
    const number = 'from' in selection ? selection.to : (selection.number ?? list.latest);
    return html`<div class="stack">
      ${slider({
        number,
        latest: list.latest,
        item: this.#item.value,
        go: (to) => {
          this.#go(to);
        },
        moment: (text) => void this.#goToMoment(text),
        failure: this.#atFailure,
      })}
      ${'from' in selection ? this.#comparison(selection.from, selection.to, list.latest) : this.#revisionView(number, list.latest)}
      <section class="card" aria-labelledby="all-revisions">
        <h2 id="all-revisions">${t.all}</h2>
        ${revisionsTable(this.objectId, list.items, number)}
        ${pager(this.route, { total: list.total, count: list.items.length, pages: pagesIn(list) })}
      </section>
    </div>`;
  }

  #revisionView(number: number, latest: number): unknown {
    return revisionView({
      id: this.objectId,
      number,
      latest,
      revision: this.#revision,
      item: this.#item.value,
      diff: this.#diff,
      documents: this.#documents,
      pathOf: (other) => this.#pathOf(other),
    });
  }

  #comparison(from: number, to: number, latest: number): unknown {
    return show(
      this.#diff,
      (diff) =>
        diff === undefined
          ? empty(t.noSuch)
          : comparisonView({
              id: this.objectId,
              diff,
              from,
              to,
              latest,
              whole: this.#revision.value,
              documents: this.#documents,
            }),
      { lines: 8 },
    );
  }
}
define('cg-history', HistoryPage);
