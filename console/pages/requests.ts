/** `/action-requests?status=&type=&by=&object=&sort=&page=`: what waits for a decision, and what was decided. */
import type { RequestItem, RequestsAnswer, RequestStatus } from '../../src/console/responses.js';
import {
  type ActDialog,
  announce,
  askPage,
  changed,
  consoleApi,
  define,
  empty,
  Failure,
  failureBody,
  href,
  html,
  me,
  nothing,
  number,
  Page,
  type Paged,
  pager,
  pageRange,
  query,
  refine,
  Resource,
  shared,
  show,
  statusChip,
  uriAt,
  withQuery,
} from '../core/index.js';
import { acceptAct, decide, type Decision, type Reason, rejectAct } from '../parts/decide.js';
import { requestsTable, subjectOf } from '../parts/requests-table.js';
import { requestsTexts as t } from '../texts/requests.js';

const statuses = Object.keys(shared.statuses) as RequestStatus[];
const kinds = Object.entries(shared.kinds);

interface Result {
  readonly item: RequestItem;
  readonly failure: Failure | undefined;
  readonly decision: Decision;
}

class RequestsPage extends Page {
  readonly #requests = new Resource<Paged<RequestsAnswer>>(this);
  readonly #selected = new Set<string>();
  #results: readonly Result[] = [];

  override get heading(): string {
    return me().internal ? t.title : t.mine;
  }

  get #status(): string {
    return this.route.query.get('status') ?? (me().internal ? 'REQUEST_PENDING' : 'any');
  }

  override load(): void {
    const { query: asked } = this.route;
    const status = this.#status;
    const object = asked.get('object');
    const path =
      consoleApi('/requests') +
      query({
        status: status === 'any' ? undefined : status,
        type: asked.get('type') ?? undefined,
        by: asked.get('by') ?? undefined,
        object:
          object === null || object === ''
            ? undefined
            : object.includes(':')
              ? object
              : uriAt(`/logistics-objects/${object}`),
        sort: asked.get('sort') ?? (status === 'REQUEST_PENDING' ? 'requested' : '-requested'),
        ...pageRange(this.route),
      });
    this.#selected.clear();
    this.#requests.load(path, (signal) => askPage<RequestsAnswer>(path, { signal }));
  }

  #filter(values: Readonly<Record<string, string>>): void {
    refine(withQuery(this.route, { ...values, page: undefined }));
  }

  protected override render(): unknown {
    return html`<h1>${this.heading}</h1>
      ${this.#tabs()} ${this.#filters()} ${this.#resultList()} ${this.#bar()}
      ${show(this.#requests, (answer) => this.#list(answer), { lines: 10 })}
      <cg-act></cg-act>`;
  }

  #tabs(): unknown {
    const counts = this.#requests.value?.counts ?? {};
    const current = this.#status;
    const tab = (status: string, label: string, count: number | undefined): unknown =>
      html`<a
        href=${href(withQuery(this.route, { status, page: undefined }))}
        aria-current=${status === current ? 'page' : nothing}
        >${label}${count === undefined ? nothing : html` <span class="count">${number(count)}</span>`}</a
      >`;
    const visible = statuses.filter((status) => status !== 'REQUEST_ACKNOWLEDGED' || (counts[status] ?? 0) > 0);
    return html`<nav class="tabs" aria-label=${t.status}>
      ${visible.map((status) => tab(status, shared.statuses[status], counts[status]))} ${tab('any', t.all, undefined)}
    </nav>`;
  }

  #filters(): unknown {
    const { query: asked } = this.route;
    const kind = asked.get('type') ?? '';
    const isFiltered = ['type', 'by', 'object', 'sort'].some((name) => asked.has(name));
    const sort = asked.get('sort') ?? (this.#status === 'REQUEST_PENDING' ? 'requested' : '-requested');
    const text = (id: string, label: string): unknown =>
      html`<label
        >${label} <input id=${id} name=${id} autocomplete="off" spellcheck="false" .defaultValue=${asked.get(id) ?? ''}
      /></label>`;
    return html`<form
      class="filters"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const value = (id: string): string => this.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? '';
        this.#filter({ ...(me().internal && { by: value('by') }), object: value('object') });
      }}
    >
      <label
        >${t.kind}
        <select
          @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement) this.#filter({ type: event.target.value });
          }}
        >
          <option value="" ?selected=${kind === ''}>${t.anyKind}</option>
          ${kinds.map(([name, label]) => html`<option value=${name} ?selected=${name === kind}>${label}</option>`)}
        </select></label
      >
      <label
        >${t.order}
        <select
          @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement) this.#filter({ sort: event.target.value });
          }}
        >
          <option value="requested" ?selected=${sort === 'requested'}>${t.oldest}</option>
          <option value="-requested" ?selected=${sort === '-requested'}>${t.newest}</option>
        </select></label
      >
      ${text('object', t.object)} ${me().internal ? text('by', t.from) : nothing}
      <button type="submit">${shared.apply}</button>
      ${isFiltered ? html`<a class="button" href=${href(`/action-requests?status=${this.#status}`)}>${t.clear}</a>` : nothing}
    </form>`;
  }

  #list({ items, total, next }: Paged<RequestsAnswer>): unknown {
    if (items.length === 0) {
      const isPlain = [...this.route.query.keys()].every((name) => name === 'status');
      return empty(
        isPlain && this.#status === 'REQUEST_PENDING' ? t.none : !me().internal && isPlain ? t.noneMine : t.noneFound,
      );
    }
    const toggle = (uri: string): void => {
      if (!this.#selected.delete(uri)) this.#selected.add(uri);
      this.requestUpdate();
    };
    const canSelect = me().internal && items.some(({ status }) => status === 'REQUEST_PENDING');
    return html`${requestsTable(items, canSelect ? { has: (uri) => this.#selected.has(uri), toggle } : undefined)}${pager(this.route, total, next)}`;
  }

  get #chosen(): RequestItem[] {
    return this.#requests.value?.items.filter(({ uri }) => this.#selected.has(uri)) ?? [];
  }

  #bar(): unknown {
    const items = this.#chosen;
    if (items.length === 0) return nothing;
    return html`<div class="selection" role="region" aria-label=${t.selectHeading}>
      <strong>${t.selected(items.length)}</strong>
      <button
        type="button"
        @click=${() => {
          this.#open('REQUEST_ACCEPTED', items);
        }}
      >
        ${t.acceptAll}
      </button>
      <button
        type="button"
        @click=${() => {
          this.#open('REQUEST_REJECTED', items);
        }}
      >
        ${t.rejectAll}
      </button>
      <button
        type="button"
        class="link"
        @click=${() => {
          this.#selected.clear();
          this.requestUpdate();
        }}
      >
        ${t.unselect}
      </button>
    </div>`;
  }

  #open(decision: Decision, items: readonly RequestItem[]): void {
    const dialog = this.querySelector<ActDialog>('cg-act');
    const run = (reasons: readonly Reason[] = []): Promise<void> => this.#decide(decision, items, reasons);
    if (decision === 'REQUEST_ACCEPTED') dialog?.open(acceptAct(items, nothing, run, false));
    else
      dialog?.open(
        rejectAct({
          items,
          properties: [],
          run,
          update: () => {
            dialog.requestUpdate();
          },
        }),
      );
  }

  /** One after another: each is answered by itself, and the result says which of them failed. */
  async #decide(decision: Decision, items: readonly RequestItem[], reasons: readonly Reason[]): Promise<void> {
    const results: Result[] = [];
    for (const item of items) {
      try {
        await decide(item.uri, decision, reasons);
        results.push({ item, decision, failure: undefined });
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        results.push({ item, decision, failure: thrown });
      }
    }
    this.#results = results;
    this.#selected.clear();
    announce(t.results);
    await this.#requests.reload();
    changed();
  }

  #resultList(): unknown {
    if (this.#results.length === 0) return nothing;
    return html`<section
      class="notice ${this.#results.some(({ failure }) => failure !== undefined) ? 'bad' : 'good'}"
      role="status"
      aria-label=${t.results}
    >
      <h2>${t.results}</h2>
      <ul class="plain">
        ${this.#results.map(
          ({ item, failure, decision }) =>
            html`<li>${failure === undefined ? statusChip(decision) : failureBody(failure)} ${subjectOf(item)}</li>`,
        )}
      </ul>
    </section>`;
  }
}
define('cg-requests', RequestsPage);
