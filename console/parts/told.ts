/**
 * `<cg-told .uri=${uri}>`: told and not told. One sentence for each partner of an object, with what may be done about it
 * (K58).
 */
import type { NotifiedPartiesAnswer, PartyNotice } from '../../src/console/responses.js';
import {
  type Act,
  type ActDialog,
  announce,
  button,
  changed,
  consoleApi,
  define,
  failed,
  Failure,
  href,
  html,
  LightElement,
  localName,
  me,
  nothing,
  property,
  query,
  Resource,
  section,
  show,
  type TemplateResult,
  uriView,
  visibleText,
} from '../core/index.js';
import { noticeTexts as t } from '../texts/told.js';
import { done } from './acting.js';
import { agentName } from './agent-name.js';
import { receiptsPath } from './receipts.js';
import { sendAgainAct, sendNow, wholeAct } from './notice-acts.js';
import { actsFor, type NoticeAct, noticeNotes, noticeSentence, toneOf } from './notice-sentence.js';

class PartyNotices extends LightElement {
  /** The object. */
  @property() accessor uri = '';
  readonly #telling = new Resource<NotifiedPartiesAnswer>(this, { isReplaced: true });
  #done: { readonly text: string; readonly at: Date } | undefined;
  #failure: Failure | undefined;

  protected override willUpdate(changes: Map<PropertyKey, unknown>): void {
    if (!changes.has('uri') || this.uri === '') return;
    const id = encodeURIComponent(localName(this.uri));
    this.#telling.read(consoleApi(`/objects/${id}/telling`) + query({ whole: 'true' }));
  }

  protected override render(): unknown {
    const body = show(this.#telling, (telling) => this.#list(telling), { lines: 3 });
    return html`${section(
        'told-parties',
        t.title,
        html`${this.#failure && failed(this.#failure)}${this.#done && done(this.#done.text, this.#done.at)}${body}`,
      )}<cg-act></cg-act>`;
  }

  #list(telling: NotifiedPartiesAnswer): TemplateResult {
    const { items, truncated } = telling;
    if (items.length === 0) return html`<p class="quiet">${t.nobody}</p>`;
    return html`<ul class="told">
        ${items.map((item) => this.#item(item, telling))}
      </ul>
      ${truncated ? html`<p class="quiet">${t.more}</p>` : nothing}
      ${me().internal ? html`<p class="no-print"><a href=${href(receiptsPath({ object: this.uri }))}>${t.receipts}</a></p>` : nothing}`;
  }

  #item(item: PartyNotice, telling: NotifiedPartiesAnswer): TemplateResult {
    const { agent, label, object, state, lastError } = item;
    const notes = noticeNotes(item);
    return html`<li class="told-item ${toneOf(state)}" data-state=${state}>
      <div>
        <p>
          <span class="dot" aria-hidden="true"></span>
          <strong>${uriView(agent, { label: label ?? agentName(agent), brief: true })}</strong>
          ${visibleText(noticeSentence(item, telling))} ${object === this.uri ? nothing : uriView(object)}
        </p>
        ${notes.length === 0 ? nothing : html`<p class="hint">${notes.map((note) => html`${visibleText(note)} `)}</p>`}
        ${
          lastError === null
            ? nothing
            : html`<details class="no-print">
                <summary>${t.code}</summary>
                <p><cg-text .text=${lastError}></cg-text></p>
              </details>`
        }
      </div>
      <div class="row-acts no-print">${actsFor(item).map((act) => this.#button(act, item))}</div>
    </li>`;
  }

  #button(act: NoticeAct, item: PartyNotice): TemplateResult {
    const name = agentName(item.agent, item.label);
    // A screen reader names the partner: several buttons have the same text.
    const named = (text: string, press: () => void): TemplateResult =>
      button({ text: html`${text} <span class="visually-hidden">${visibleText(name)}</span>`, tone: 'small' }, press);
    switch (act) {
      case 'send-now':
        return named(t.sendNow, () => void this.#sendNow(item, name));
      case 'send-again':
        return named(t.sendAgain, () => {
          this.#open(sendAgainAct(item, name, this.#end));
        });
      case 'give-access':
        return named(t.giveAccess, () => void this.#prepare(wholeAct(act, item, name, this.#end)));
      case 'subscribe':
        return named(t.subscribe, () => void this.#prepare(wholeAct(act, item, name, this.#end)));
      case 'deliveries':
        return html`<a class="button small" href=${href(`/deliveries${query({ subscriber: item.agent })}`)}
          >${t.toDeliveries}</a
        >`;
    }
  }

  #open(act: Act): void {
    this.querySelector<ActDialog>(':scope > cg-act')?.open(act);
  }

  async #prepare(act: Promise<Act>): Promise<void> {
    await this.#try(async () => {
      this.#open(await act);
    });
  }

  async #sendNow({ agent }: PartyNotice, name: string): Promise<void> {
    await this.#try(async () => {
      await sendNow(agent);
      await this.#end(t.sending(name));
    });
  }

  async #try(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
      this.requestUpdate();
    }
  }

  readonly #end = async (text: string): Promise<void> => {
    this.#failure = undefined;
    this.#done = { text, at: new Date() };
    announce(text);
    await this.#telling.reload();
    changed();
  };
}
define('cg-told', PartyNotices);
