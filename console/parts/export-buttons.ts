/** `<cg-export>`: the whole filtered list as a file, Excel or CSV (K72). The node makes it. */
import {
  announce,
  askFile,
  button,
  define,
  Failure,
  failureBody,
  html,
  LightElement,
  nothing,
  preferences,
  property,
} from '../core/index.js';
import { exportTexts as t } from '../texts/questions.js';
import { saveFile } from './save-file.js';

const types = {
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
type Format = keyof typeof types;

/** The zone in which the reader sees times. */
const zone = (): string => (preferences.localTimes ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC');

export class ExportElement extends LightElement {
  /** Of the list, with its filters and without its page. */
  @property() accessor path = '';
  #running: AbortController | undefined;
  #failure: Failure | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  async #export(format: Format): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    this.#failure = undefined;
    this.requestUpdate();
    try {
      const path = `${this.path}${this.path.includes('?') ? '&' : '?'}zone=${encodeURIComponent(zone())}`;
      const { name, bytes } = await askFile(path, types[format], controller.signal);
      saveFile(name, types[format], bytes);
      announce(t.done(name));
    } catch (thrown) {
      if (controller.signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    } finally {
      this.#running = undefined;
      this.requestUpdate();
    }
  }

  protected override render(): unknown {
    const isRunning = this.#running !== undefined;
    const press = (format: Format, text: string): unknown =>
      button({ text, tone: 'small', isDisabled: isRunning }, () => void this.#export(format));
    return html`<div class="buttons start" role="group" aria-label=${t.group}>
        ${press('excel', t.excel)} ${press('csv', t.csv)}
        ${isRunning ? html`<span class="quiet" role="status">${t.running}</span>` : nothing}
      </div>
      ${this.#failure === undefined ? nothing : html`<div class="notice bad" role="alert">${failureBody(this.#failure)}</div>`}`;
  }
}
define('cg-export', ExportElement);
