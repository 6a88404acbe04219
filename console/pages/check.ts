/** `/check#…`: validates a document without sending it and marks its errors. The input is in the fragment only. */
import type { ValidationAnswer } from '../../src/console/responses.js';
import {
  announce,
  askJson,
  button,
  config,
  consoleApi,
  copy,
  define,
  drafts,
  failed,
  Failure,
  html,
  nothing,
  Page,
  query,
  replace,
  shared,
  type TemplateResult,
  termText,
  visibleText,
} from '../core/index.js';
import { type CodeArea } from '../parts/code-area.js';
import '../parts/code-area.js';
import { curlOf } from '../parts/curl.js';
import { violationsView, warningsView } from '../parts/violations.js';
import { checkTexts as t } from '../texts/check.js';

type Kind = ValidationAnswer['kind'];
const kinds = Object.keys(t.kinds) as Kind[];
/** Longer documents do not go into the address. */
const MAX_FRAGMENT = 30_000;
/** The input, by field. */
const DRAFT = 'check';

interface Pasted {
  readonly body: string;
  readonly as: string;
  readonly object: string;
}

class CheckPage extends Page {
  #pasted: Pasted = { body: '', as: '', object: '' };
  #fragment: string | undefined;
  #answer: { readonly checked: ValidationAnswer; readonly of: Pasted } | undefined;
  #failure: Failure | undefined;
  #running: AbortController | undefined;

  override get heading(): string {
    return t.title;
  }

  override load(): void {
    const { fragment } = this.route;
    if (fragment === this.#fragment) return;
    this.#fragment = fragment;
    const values = new URLSearchParams(fragment);
    const isGiven = values.has('body');
    const typed = (field: keyof Pasted): string =>
      values.get(field) ?? (isGiven ? '' : drafts.get(`${DRAFT} ${field}`));
    const body = typed('body');
    this.#pasted = { body, as: typed('as'), object: typed('object') };
    this.#answer = undefined;
    if (fragment !== '' && body !== '') void this.#run();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  #set(values: Partial<Pasted>): void {
    this.#pasted = { ...this.#pasted, ...values };
    for (const field of ['body', 'as', 'object'] as const) drafts.set(`${DRAFT} ${field}`, this.#pasted[field]);
    this.requestUpdate();
  }

  async #run(): Promise<void> {
    const of = this.#pasted;
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    const { signal } = controller;
    this.#failure = undefined;
    const { body, as, object } = of;
    const fragment = new URLSearchParams({
      ...(as !== '' && { as }),
      ...(object !== '' && { object }),
      body,
    }).toString();
    this.#fragment = fragment.length <= MAX_FRAGMENT ? fragment : '';
    replace(`/check${this.#fragment === '' ? '' : `#${this.#fragment}`}`);
    this.requestUpdate();
    try {
      const path = consoleApi('/validations') + query({ as, object: object.trim() });
      const checked = await askJson<ValidationAnswer>(path, { method: 'POST', body, signal });
      this.#answer = { checked, of };
      announce(checked.fits ? t.fits : t.fitsNot(checked.violations.length));
    } catch (thrown) {
      if (signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      this.#answer = undefined;
      this.#failure = thrown;
    } finally {
      if (this.#running === controller) this.#running = undefined;
      this.requestUpdate();
    }
  }

  protected override render(): unknown {
    const { body, as, object } = this.#pasted;
    const isRunning = this.#running !== undefined;
    const lines = (this.#answer?.checked.violations ?? []).flatMap(({ line }) => line ?? []);
    const isCurrent = this.#answer?.of.body === body;
    return html`<div class="page-head">
        <div>
          <h1>${t.title}</h1>
          <p class="quiet">${t.intro}</p>
        </div>
      </div>
      <div class="change">
        <form
          class="card"
          @submit=${(event: Event) => {
            event.preventDefault();
            void this.#run();
          }}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.#run();
          }}
        >
          <div class="field">
            <label for="document">${t.body}</label>
            <cg-code-area
              .name=${'document'}
              .value=${body}
              .marked=${new Set(isCurrent ? lines : [])}
              @typed=${(event: CustomEvent<string>) => {
                this.#set({ body: event.detail });
              }}
            ></cg-code-area>
          </div>
          <div class="grid-form">
            <div class="field">
              <label for="kind">${t.kind}</label>
              <select
                id="kind"
                @change=${(event: Event) => {
                  if (event.target instanceof HTMLSelectElement) this.#set({ as: event.target.value });
                }}
              >
                <option value="" ?selected=${as === ''}>${t.found}</option>
                ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === as}>${t.kinds[kind]}</option>`)}
              </select>
            </div>
            <div class="field">
              <label for="target">${t.object}</label>
              <input
                id="target"
                type="url"
                .defaultValue=${object}
                @input=${(event: Event) => {
                  if (event.target instanceof HTMLInputElement) this.#set({ object: event.target.value });
                }}
              />
              <p class="hint">${t.objectHint}</p>
            </div>
          </div>
          <div class="buttons start">
            <button class="primary" ?disabled=${body.trim() === ''} aria-busy=${String(isRunning)}>
              ${isRunning ? shared.working : t.run}
            </button>
            ${
              body === ''
                ? button(t.example, () => {
                    this.#set({ body: example() });
                  })
                : nothing
            }
          </div>
        </form>
        <div class="stack" aria-live="polite">
          ${this.#failure === undefined ? nothing : failed(this.#failure)}
          ${this.#answer === undefined ? nothing : this.#result(this.#answer.checked, this.#answer.of)}
        </div>
      </div>
      ${tryServer()}`;
  }

  #result(checked: ValidationAnswer, { body, object }: Pasted): TemplateResult {
    const { fits, kind, types, violations, warnings, dropped, creates, turtle } = checked;
    const curl = curlOf(kind, object.trim() === '' ? `${config().base}/logistics-objects/…` : object.trim(), body);
    return html`<section class="notice ${fits ? 'good' : 'bad'}" aria-label=${t.problems}>
        <p class="notice-title">${fits ? t.fits : t.fitsNot(violations.length)}</p>
        <p>${t.isKind(t.kinds[kind])}${types.map((type) => html` <span class="tag">${termText(type, true)}</span>`)}</p>
        ${
          violations.length === 0
            ? nothing
            : violationsView(violations, (line, column) => {
                this.querySelector<CodeArea>('cg-code-area')?.go(line, column);
              })
        }
      </section>
      ${warningsView(warnings)}
      ${
        dropped.length === 0
          ? nothing
          : html`<section class="notice wait">
              <p class="notice-title">${t.dropped}</p>
              <p>${t.droppedHint}</p>
              <ul>
                ${dropped.map((pointer) => html`<li><code>${visibleText(pointer)}</code></li>`)}
              </ul>
            </section>`
      }
      ${
        creates.length === 0
          ? nothing
          : html`<section class="card" aria-labelledby="creates">
              <h2 id="creates">${t.creates}</h2>
              <ul class="plain">
                ${creates.map((uri) => html`<li><code>${visibleText(uri)}</code></li>`)}
              </ul>
            </section>`
      }
      ${
        turtle === null
          ? nothing
          : html`<section class="card" aria-labelledby="turtle">
              <h2 id="turtle">${t.statements}</h2>
              ${source(turtle, t.turtle)}
            </section>`
      }
      <section class="card" aria-labelledby="curl">
        <div class="card-head">
          <h2 id="curl">${t.curlHeading}</h2>
          ${button({ text: t.curl, tone: 'small' }, () => void copy(curl))}
        </div>
        ${source(curl, t.curl)}
      </section>`;
  }
}
define('cg-check', CheckPage);

const source = (text: string, label: string): TemplateResult =>
  html`<pre class="source" tabindex="0" role="region" aria-label=${label}><code>${visibleText(text)}</code></pre>`;

/** The command that judges a server, as it would be for this node (T71). */
function tryServer(): TemplateResult {
  const command = `npx cargograph conformance ${config().base}`;
  return html`<section class="card" aria-labelledby="try-server">
    <div class="card-head">
      <h2 id="try-server">${t.tryServer}</h2>
      ${button({ text: t.copyCommand, tone: 'small' }, () => void copy(command))}
    </div>
    <p>${t.tryServerHint}</p>
    ${source(command, t.command)}
    <p>${t.clientHint}</p>
    ${source('npm install cargograph', t.installation)}
  </section>`;
}

/** A piece with one statement in a form that the node rejects. */
function example(): string {
  const { cargo, codeLists } = config().namespaces;
  const body = {
    '@context': { cargo },
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': 'Printed brochures',
    'cargo:coload': 'perhaps',
    'cargo:grossWeight': {
      '@type': 'cargo:Value',
      'cargo:numericalValue': 20,
      'cargo:unit': { '@id': `${codeLists}MeasurementUnitCode#KGM` },
    },
  };
  return JSON.stringify(body, undefined, 2);
}
