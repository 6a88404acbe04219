/** `<cg-proof>`: whether a revision, an event or a request is proven, its proof as a file, and how it is verified (P56). */
import {
  ask,
  button,
  card,
  copy,
  define,
  failed,
  Failure,
  failureBody,
  html,
  LightElement,
  listOf,
  me,
  nothing,
  plainText,
  property,
  Resource,
  shared,
  show,
  type TemplateResult,
  termText,
  timeText,
  uriAt,
  visibleText,
} from '../core/index.js';
import { proofTexts as t } from '../texts/proof.js';
import { type Bundle, propertiesOf, provenEntry } from './bundle.js';
import { saveFile } from './save-file.js';

/** What is proven. */
export interface Provable {
  /** Its path below the node's base. */
  readonly path: string;
  /** What its properties are of. */
  readonly subject: string;
  /** Of the file, without its ending. */
  readonly name: string;
}

/** The node takes so many properties (P16). */
const MAX_PROPERTIES = 50;
const WAIT_SECONDS = 5;

class ProofElement extends LightElement {
  @property() accessor of: Provable | undefined;
  // A newer checkpoint is no reason to ask the reader.
  readonly #bundle = new Resource<Bundle>(this, { isReplaced: true });
  #chosen: readonly string[] = [];
  #failure: Failure | undefined;
  /** No checkpoint covers it yet. */
  #waits = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changes: Map<PropertyKey, unknown>): void {
    const { of } = this;
    if (!changes.has('of') || of === undefined || !me().log) return;
    const previous: unknown = changes.get('of');
    if (isSame(previous, of)) return;
    this.#chosen = [];
    this.#failure = undefined;
    this.#waits = false;
    this.#bundle.load(of.path, (signal) => this.#ask(of, signal));
  }

  async #ask({ path }: Provable, signal: AbortSignal): Promise<Bundle> {
    clearTimeout(this.#timer);
    try {
      const { text } = await ask(`${path}/proof`, { signal });
      this.#waits = false;
      // The node and the console have the same release.
      return JSON.parse(text) as Bundle;
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.status === 503) {
        this.#waits = true;
        const seconds = thrown.retryAfter ?? WAIT_SECONDS;
        this.#timer = setTimeout(() => void this.#bundle.reload(), seconds * 1000);
      }
      throw thrown;
    }
  }

  protected override render(): unknown {
    if (this.of === undefined || !me().log) return nothing;
    const { of } = this;
    const body = this.#waits
      ? html`<p class="quiet" role="status">${t.waits}</p>`
      : show(this.#bundle, (bundle) => this.#body(of, bundle), { lines: 2, failed: absence });
    return html`<div class="no-print">${card('proof', t.title, body)}</div>`;
  }

  #body(of: Provable, bundle: Bundle): TemplateResult {
    const entry = provenEntry(bundle);
    if (entry === undefined) return html`<p>${t.unreadable}</p>`;
    const { index, size, time, cosigners } = entry;
    const hosts = cosigners.map((host) => plainText(host, 100));
    const sentence = t.proven(index, size, timeText(new Date(time)), hosts.length === 0 ? '' : listOf(hosts));
    return html`<p>${visibleText(sentence)}</p>
      ${bundle.statements === null ? html`<p class="notice">${t.contentGone}</p>` : this.#choice(of, bundle)}
      ${this.#failure === undefined ? nothing : html`<div class="notice bad" role="alert">${failureBody(this.#failure)}</div>`}
      <div class="buttons start">
        ${button({ text: this.#chosen.length === 0 ? t.download : t.downloadChosen(this.#chosen.length) }, () => void this.#save(of, 'json'))}
      </div>
      ${howToVerify(`${of.name}.proof.json`)}`;
  }

  /** The properties that the file discloses: all, until some are chosen. */
  #choice({ subject }: Provable, bundle: Bundle): TemplateResult | typeof nothing {
    const properties = propertiesOf(bundle, subject);
    if (properties.length < 2) return nothing;
    return html`<details>
      <summary>${t.choose}</summary>
      <p class="hint">${t.chooseHint}</p>
      <fieldset class="boxes">
        <legend>${t.properties}</legend>
        ${properties.map((one) => {
          const isOn = this.#chosen.includes(one);
          return html`<label class="check"
            ><input
              type="checkbox"
              .checked=${isOn}
              ?disabled=${!isOn && this.#chosen.length >= MAX_PROPERTIES}
              @change=${() => {
                this.#chosen = properties.filter((each) => (each === one ? !isOn : this.#chosen.includes(each)));
                this.requestUpdate();
              }}
            />
            ${termText(one, true)}</label
          >`;
        })}
      </fieldset>
    </details>`;
  }

  async #save({ path, name }: Provable, form: 'json'): Promise<void> {
    const chosen = new URLSearchParams(this.#chosen.map((one) => ['property', one])).toString();
    try {
      const { text } = await ask(`${path}/proof${chosen === '' ? '' : `?${chosen}`}`);
      this.#failure = undefined;
      saveFile(`${name}.proof.${form}`, 'application/json', text);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    }
    this.requestUpdate();
  }
}
define('cg-proof', ProofElement);

const isSame = (one: unknown, other: Provable): boolean =>
  typeof one === 'object' && one !== null && 'path' in one && one.path === other.path;

/** What was written before the log has no entry in it. */
const absence = (failure: Failure): unknown =>
  failure.kind === 'not-found' ? html`<p class="quiet">${t.notInLog}</p>` : failed(failure);

function howToVerify(file: string): TemplateResult {
  const command = `node dist/main.js verify ${file} --key '<${t.key}>'`;
  const description = uriAt('/.well-known/cargograph-log.json');
  return html`<p class="hint start">
      ${t.verify} <code class="wrap">${visibleText(command)}</code>
      ${button({ text: shared.copy, tone: 'small' }, () => void copy(command))}
    </p>
    <p class="hint start">
      ${t.keyFrom} <a href=${description}><code>cargograph-log.json</code></a>
    </p>`;
}
