/** `/messages/<id>?form=xml`: one Cargo-XML message: what it did, what was left out and why, and the message as it came. */
import type { MessageReport } from '../../src/console/responses.js';
import {
  askBytes,
  askJson,
  button,
  consoleApi,
  define,
  empty,
  type Failure,
  href,
  html,
  nothing,
  number,
  Page,
  pageHead,
  plainText,
  Resource,
  type Sheet,
  show,
  uriAt,
  utc,
  visibleText,
} from '../core/index.js';
import { choices } from '../parts/choices.js';
import { textOf } from '../parts/message-text.js';
import { messageFacts, messageName, reportView } from '../parts/message-views.js';
import { saveFile } from '../parts/save-file.js';
import { sourceView } from '../parts/source.js';
import { messagesTexts as t } from '../texts/messages.js';

const XML = 'application/xml';
/** Longer messages are shown to this length; the file has the rest. */
const MAX_DISPLAYED = 200_000;

class MessagePage extends Page {
  readonly #report = new Resource<MessageReport>(this);
  readonly #bytes = new Resource<ArrayBuffer>(this);

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  get #isXml(): boolean {
    return this.route.query.get('form') === 'xml';
  }

  override get heading(): string {
    const report = this.#report.value;
    return report === undefined ? `${t.message} ${plainText(this.#id, 8)}` : messageName(report);
  }

  override get sheet(): Sheet {
    const report = this.#report.value;
    const facts = report === undefined ? [] : [`${t.received} ${utc(new Date(report.received), true)}`];
    return { uri: uriAt(`/internal/messages/${this.#id}`), facts };
  }

  override load(): void {
    const path = consoleApi(`/messages/${encodeURIComponent(this.#id)}`);
    this.#report.load(path, (signal) => askJson<MessageReport>(path, { signal }));
    if (this.#isXml) this.#bytes.load(path, (signal) => askBytes(path, XML, signal));
  }

  protected override render(): unknown {
    const current = this.#isXml ? 'xml' : 'report';
    return html`${pageHead(visibleText(this.heading), { kicker: html`<a href=${href('/messages')}>${t.title}</a>` })}
      <div class="stack">
        ${show(
          this.#report,
          (report) =>
            html`${messageFacts(
              report,
              html`<div class="card-head">
                ${choices(this.route, 'form', { label: t.form, current, values: t.forms }, 'report')}
                ${button(t.saveReport, () => {
                  saveFile(fileName(report, 'json'), 'application/json', `${JSON.stringify(report, null, 2)}\n`);
                })}
              </div>`,
            )}
            ${this.#isXml ? this.#xml(report) : reportView(report)}`,
          { lines: 10, failed: noSuch },
        )}
      </div>`;
  }

  #xml(report: MessageReport): unknown {
    const body = (bytes: ArrayBuffer): unknown => {
      const text = textOf(bytes);
      const save = button(t.saveMessage, () => {
        saveFile(fileName(report, 'xml'), XML, bytes);
      });
      return html`${
        text.length > MAX_DISPLAYED ? html`<p class="quiet">${t.cut(number(MAX_DISPLAYED))}</p>` : nothing
      }${sourceView(t.xmlTitle, text.slice(0, MAX_DISPLAYED), t.copyMessage, save)}`;
    };
    return html`<div class="card">
      <h2>${t.xmlTitle}</h2>
      ${show(this.#bytes, body, { lines: 12 })}
    </div>`;
  }
}
define('cg-message', MessagePage);

/** A name for a file, of characters that every system allows. */
const fileName = (report: MessageReport, ending: string): string =>
  `${messageName(report).replace(/[^\w.-]+/g, '_')}.${ending}`;

const noSuch = ({ kind }: Failure): unknown =>
  kind === 'not-found' ? empty(t.none, html`<p>${t.noneHint}</p>`) : undefined;
