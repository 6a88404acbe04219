/** What has changed of a page's objects since it was shown: "3 new, show" (K43). Content does not move under the reader. */
import {
  button,
  html,
  nothing,
  onChanges,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from '../core/index.js';
import { objectTexts as t } from '../texts/object.js';
import { changeOf } from './changed-object.js';

export class PageNews implements ReactiveController {
  readonly #changes = new Set<string>();
  #objects: ReadonlySet<string> = new Set();
  #stop: (() => void) | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onChanges((uris) => {
      const change = changeOf(uris, this.#objects);
      if (change === undefined || this.#changes.has(change)) return;
      this.#changes.add(change);
      this.host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.#stop?.();
  }

  /** @param objects of which the page tells. */
  follow(objects: Iterable<string>): void {
    this.#objects = new Set(objects);
  }

  /** All is shown. */
  clear(): void {
    this.#changes.clear();
  }

  /**
   * @param hasMore whether a newer answer has come, also without a word of the stream.
   * @param reload shows what is new.
   */
  view(hasMore: boolean, reload: () => void): TemplateResult | typeof nothing {
    const count = Math.max(this.#changes.size, hasMore ? 1 : 0);
    if (count === 0) return nothing;
    return html`<div class="newer" role="status">
      ${t.news(count)}
      ${button(t.showNews, () => {
        this.clear();
        reload();
        this.host.requestUpdate();
      })}
    </div>`;
  }
}
