/** `<cg-watch>`: whether the reader watches an object, and the button for it (K43). An open page is one that is seen. */
import type { WatchedObjectAnswer } from '../../src/console/responses.js';
import {
  ask,
  consoleApi,
  define,
  failureBody,
  Failure,
  html,
  LightElement,
  localName,
  nothing,
  property,
  Resource,
} from '../core/index.js';
import { objectTexts as t } from '../texts/object.js';

class WatchElement extends LightElement {
  @property() accessor uri = '';
  readonly #watched = new Resource<WatchedObjectAnswer>(this, { isReplaced: true });
  #failure: Failure | undefined;
  /** The state that this page has said is seen. */
  #seen = '';

  protected override willUpdate(): void {
    if (this.uri !== '') this.#watched.read(this.#address);
    const since = this.#watched.value?.since;
    // Once for each page that is opened.
    if (typeof since !== 'string' || this.#seen === this.uri) return;
    this.#seen = this.uri;
    void this.#write('PUT');
  }

  get #address(): string {
    return consoleApi(`/watched/${encodeURIComponent(localName(this.uri))}`);
  }

  protected override render(): unknown {
    const watched = this.#watched.value;
    if (watched === undefined) return nothing;
    const isWatched = watched.since !== null;
    return html`<button
        type="button"
        aria-pressed=${String(isWatched)}
        title=${isWatched ? t.unwatch : nothing}
        @click=${() => void this.#press(isWatched)}
      >
        ${isWatched ? t.watched : t.watch}
      </button>
      ${this.#failure === undefined ? nothing : html`<div class="notice bad" role="alert">${failureBody(this.#failure)}</div>`}`;
  }

  async #press(isWatched: boolean): Promise<void> {
    this.#seen = this.uri;
    await this.#write(isWatched ? 'DELETE' : 'PUT');
    await this.#watched.reload();
  }

  async #write(method: 'PUT' | 'DELETE'): Promise<void> {
    try {
      await ask(this.#address, { method });
      this.#failure = undefined;
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    }
    this.requestUpdate();
  }
}
define('cg-watch', WatchElement);
