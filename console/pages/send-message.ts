/** `/messages/send`: a pasted message or a file: first a dry run, then for real. Nothing of it is in the address. */
import type { MessageReport } from '../../src/console/responses.js';
import {
  type Act,
  announce,
  ask,
  button,
  consoleApi,
  define,
  drafts,
  Failure,
  failed,
  href,
  html,
  navigate,
  nothing,
  number,
  Page,
  pageHead,
  pageOf,
  query,
  shared,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import { actingAs } from '../parts/acting.js';
import { Acts } from '../parts/acts.js';
import { type CodeArea } from '../parts/code-area.js';
import '../parts/code-area.js';
import { declaredEncoding } from '../parts/message-text.js';
import { messageFacts, reportView, whatItDid } from '../parts/message-views.js';
import { messagesTexts as t } from '../texts/messages.js';

const DRAFT = 'message';
/** Longer texts are not kept for a sign-in at another server. */
const MAX_DRAFT = 100_000;
/** Encodings whose text is the same in UTF-8, or that name it. */
const AS_PASTED = /^(?:utf-?8|us-ascii)$/i;

/** What is sent: a file as it is, or a text. */
type Content = File | string;

interface DryRun {
  readonly of: Content;
  readonly isStrict: boolean;
  readonly report: MessageReport;
}

class SendMessagePage extends Page {
  #text = drafts.get(DRAFT);
  #file: File | undefined;
  #isStrict = false;
  #dryRun: DryRun | undefined;
  #failure: Failure | undefined;
  #running: AbortController | undefined;
  readonly #acts = new Acts(this, () => Promise.resolve());

  override get heading(): string {
    return t.sendTitle;
  }

  override load(): void {
    // The page asks for nothing by itself.
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  get #content(): Content {
    return this.#file ?? this.#text;
  }

  /** The encoding that a pasted text names although it has none. */
  get #wrongEncoding(): string | undefined {
    const declared = this.#file === undefined ? declaredEncoding(this.#text) : undefined;
    return declared === undefined || AS_PASTED.test(declared) ? undefined : declared;
  }

  get #isCurrent(): boolean {
    return this.#dryRun?.of === this.#content && this.#dryRun.isStrict === this.#isStrict;
  }

  #choose(file: File | undefined): void {
    this.#file = file;
    this.#failure = undefined;
    this.requestUpdate();
  }

  async #post(isDryRun: boolean, { of, isStrict }: Pick<DryRun, 'of' | 'isStrict'>, signal?: AbortSignal) {
    const { text } = await ask(
      consoleApi('/messages') +
        query({ 'dry-run': isDryRun ? 'true' : undefined, strict: isStrict ? 'true' : undefined }),
      {
        method: 'POST',
        // A file goes as it is, a text as UTF-8.
        body: of,
        headers: { 'Content-Type': 'application/xml' },
        signal,
      },
    );
    // The node and the console have the same release.
    return JSON.parse(text) as MessageReport;
  }

  async #try(): Promise<void> {
    const sent = { of: this.#content, isStrict: this.#isStrict };
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.#failure = undefined;
    this.requestUpdate();
    try {
      const report = await this.#post(true, sent, controller.signal);
      this.#dryRun = { ...sent, report };
      announce(`${t.outcomes[report.outcome]}: ${whatItDid(report)}, ${t.countLeftOut(report.values.unmapped)}`);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      this.#dryRun = undefined;
      this.#failure = thrown;
    } finally {
      if (this.#running === controller) this.#running = undefined;
      this.requestUpdate();
    }
  }

  #applyAct(dryRun: DryRun): Act {
    const open = (report: MessageReport): void => {
      drafts.set(DRAFT, '');
      const page = report.message === null ? undefined : pageOf(report.message);
      navigate(page ?? '/messages');
    };
    return {
      title: t.applyTitle,
      body: () =>
        html`${actingAs()}
          <p>${whatItDid(dryRun.report)}, ${t.countLeftOut(dryRun.report.values.unmapped)}</p>
          <p>${t.applyBody}</p>`,
      confirm: t.applyConfirm,
      isDangerous: true,
      tone: 'primary',
      run: async () => {
        open(await this.#post(false, dryRun));
      },
      // A message that was applied is a duplicate from then on.
      wasDone: async () => {
        const report = await this.#post(true, dryRun);
        if (report.outcome !== 'duplicate') return false;
        open(report);
        return true;
      },
    };
  }

  protected override render(): unknown {
    const lines = new Set(positionsOf(this.#failure).map(([line]) => line));
    return html`${pageHead(t.sendTitle, {
        kicker: html`<a href=${href('/messages')}>${t.title}</a>`,
        below: html`<p class="quiet">${t.sendHint}</p>`,
      })}
      <div class="stack">
        ${this.#form(lines)}
        <div class="stack" aria-live="polite">
          ${this.#failure === undefined ? nothing : this.#refusal(this.#failure)}
          ${this.#dryRun === undefined ? nothing : this.#result(this.#dryRun)}
        </div>
      </div>
      ${this.#acts.dialog}`;
  }

  #form(marked: ReadonlySet<number>): TemplateResult {
    const encoding = this.#wrongEncoding;
    const isRunning = this.#running !== undefined;
    const isEmpty = this.#file === undefined && this.#text.trim() === '';
    return html`<form
      class="card drop"
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.#try();
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty && encoding === undefined)
          void this.#try();
      }}
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
      }}
      @drop=${(event: DragEvent) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) this.#choose(file);
      }}
    >
      ${this.#file === undefined ? this.#fields(marked) : this.#chosen(this.#file)}
      ${encoding === undefined ? nothing : html`<p class="notice wait" role="status">${t.fromFile(encoding)}</p>`}
      <label class="check"
        ><input
          type="checkbox"
          .checked=${this.#isStrict}
          @change=${() => {
            this.#isStrict = !this.#isStrict;
            this.requestUpdate();
          }}
        />
        ${t.strict}</label
      >
      <div class="buttons start">
        <button class="primary" ?disabled=${isEmpty || encoding !== undefined} aria-busy=${String(isRunning)}>
          ${isRunning ? shared.working : t.dryRun}
        </button>
      </div>
    </form>`;
  }

  #fields(marked: ReadonlySet<number>): TemplateResult {
    return html`<div class="field">
        <label for="message-file">${t.fileLabel}</label>
        <input
          id="message-file"
          type="file"
          accept=".xml,text/xml,application/xml"
          @change=${({ target }: Event) => {
            if (target instanceof HTMLInputElement) this.#choose(target.files?.[0]);
          }}
        />
        <p class="hint start">${t.dropHint}</p>
      </div>
      <div class="field">
        <label for="message-text">${t.text}</label>
        <cg-code-area
          .name=${'message-text'}
          .value=${this.#text}
          .marked=${marked}
          @typed=${({ detail }: CustomEvent<string>) => {
            this.#text = detail;
            drafts.set(DRAFT, detail.length > MAX_DRAFT ? '' : detail);
            this.requestUpdate();
          }}
        ></cg-code-area>
      </div>`;
  }

  #chosen({ name, size }: File): TemplateResult {
    return html`<p>${visibleText(t.file(name, number(size)))}</p>
      <div class="buttons start">
        ${button(t.removeFile, () => {
          this.#choose(undefined);
        })}
      </div>`;
  }

  /** A place of the pasted text, which is there to be shown; a file is not. */
  get #goTo(): ((line: number, column: number) => void) | undefined {
    return this.#file === undefined
      ? (line, column) => this.querySelector<CodeArea>('cg-code-area')?.go(line, column)
      : undefined;
  }

  #refusal(failure: Failure): TemplateResult {
    const go = this.#goTo;
    const places = go === undefined ? [] : positionsOf(failure);
    return html`${failed(failure)}
      <div class="buttons start">
        ${places.map(([line, column]) => button(t.goTo(line, column), () => go?.(line, column)))}
      </div>`;
  }

  #result(dryRun: DryRun): TemplateResult {
    const { report } = dryRun;
    const isCurrent = this.#isCurrent;
    const page = report.message === null ? undefined : pageOf(report.message);
    return html`<h2>${t.outcomeOfDryRun}</h2>
      ${isCurrent ? nothing : html`<p class="notice wait" role="status">${t.edited}</p>`}
      ${messageFacts(
        report,
        html`<div class="buttons start">
          ${
            page === undefined
              ? button({ text: t.apply, tone: 'primary', isDisabled: !isCurrent }, () => {
                  this.#acts.open(this.#applyAct(dryRun));
                })
              : html`<a class="button" href=${href(page)}>${t.toFirst}</a>`
          }
        </div>`,
      )}
      ${reportView(report, isCurrent ? this.#goTo : undefined)}`;
  }
}
define('cg-send-message', SendMessagePage);

/** Where a document is not well-formed: the node's messages begin with the place (X67). */
function positionsOf(failure: Failure | undefined): readonly (readonly [line: number, column: number])[] {
  return (failure?.details ?? []).flatMap(({ message }) => {
    const [, line, column] = /^(\d+):(\d+) in /.exec(message) ?? [];
    return line === undefined || column === undefined ? [] : [[Number(line), Number(column)] as const];
  });
}
