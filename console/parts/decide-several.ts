/** Decisions on several pending requests: each is a request of its own, and the result names those that failed. */
import type { RequestItem } from '../../src/console/responses.js';
import {
  announce,
  button,
  changed,
  Failure,
  failureBody,
  html,
  keyFor,
  nothing,
  type Page,
  statusChip,
  type TemplateResult,
  type WriteKey,
} from '../core/index.js';
import { requestsTexts as t } from '../texts/requests.js';
import type { Acts } from './acts.js';
import { acceptAct, decide, type Decision, type Reason, rejectAct } from './decide.js';
import { type Selection, subjectOf } from './requests-table.js';

interface Result {
  readonly item: RequestItem;
  readonly failure: Failure | undefined;
  readonly decision: Decision;
}

export class DecideSeveral implements Selection {
  readonly #selected = new Set<string>();
  #results: readonly Result[] = [];

  /** @param reload reloads the list after the decisions. */
  constructor(
    private readonly page: Page,
    private readonly acts: Acts,
    private readonly reload: () => Promise<void>,
  ) {}

  has(uri: string): boolean {
    return this.#selected.has(uri);
  }

  toggle(uri: string): void {
    if (!this.#selected.delete(uri)) this.#selected.add(uri);
    this.page.requestUpdate();
  }

  clear(): void {
    this.#selected.clear();
  }

  /** The buttons for the selected requests. @param all the displayed requests. */
  bar(all: readonly RequestItem[]): TemplateResult | typeof nothing {
    const items = all.filter(({ uri }) => this.has(uri));
    if (items.length === 0) return nothing;
    const run = (decision: Decision) => (key: WriteKey, reasons?: readonly Reason[]) =>
      this.#decide(decision, items, { key, reasons });
    const { update } = this.acts;
    return html`<div class="selection" role="region" aria-label=${t.selectHeading}>
      <strong>${t.selected(items.length)}</strong>
      ${this.acts.button(t.acceptAll, () => acceptAct(items, nothing, run('REQUEST_ACCEPTED'), false))}
      ${this.acts.button(t.rejectAll, () => rejectAct({ items, properties: [], run: run('REQUEST_REJECTED'), update }))}
      ${button({ text: t.unselect, tone: 'link' }, () => {
        this.clear();
        this.page.requestUpdate();
      })}
    </div>`;
  }

  async #decide(
    decision: Decision,
    items: readonly RequestItem[],
    { key, reasons = [] }: { readonly key: WriteKey; readonly reasons: readonly Reason[] | undefined },
  ): Promise<void> {
    const results: Result[] = [];
    for (const item of items) {
      try {
        await decide(item.uri, decision, { key: keyFor(key, item.uri), reasons });
        results.push({ item, decision, failure: undefined });
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        results.push({ item, decision, failure: thrown });
      }
    }
    this.#results = results;
    this.clear();
    announce(t.results);
    await this.reload();
    changed();
  }

  /** The outcome of the last decisions. */
  get results(): TemplateResult | typeof nothing {
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
