/** `/erasures/<id>`: one erasure, with its state (P57). */
import type { ErasureAnswer } from '../../src/console/responses.js';
import {
  card,
  consoleApi,
  define,
  fact,
  href,
  html,
  localName,
  nothing,
  number,
  Page,
  pageHead,
  Resource,
  type Sheet,
  show,
  timeView,
  uriAt,
  uriView,
} from '../core/index.js';
import { erasureStateChip } from '../parts/erasure-views.js';
import { erasuresTexts as t } from '../texts/erasures.js';

class ErasurePage extends Page {
  // Its state and the number of waiting notifications move by themselves.
  readonly #erasure = new Resource<ErasureAnswer>(this, { isReplaced: true });

  get #path(): string {
    return `/erasures/${encodeURIComponent(this.route.params['erasure'] ?? '')}`;
  }

  override get heading(): string {
    return t.erasure;
  }

  override get sheet(): Sheet {
    return { uri: uriAt(`/internal${this.#path}`), facts: [] };
  }

  override load(): void {
    this.#erasure.read(consoleApi(this.#path));
  }

  protected override render(): unknown {
    const erasure = this.#erasure.value;
    return html`${pageHead(t.erasure, {
      kicker: html`<a href=${href('/erasures')}>${t.title}</a>`,
      more: erasure === undefined ? nothing : erasureStateChip(erasure),
    })}
    ${show(this.#erasure, (answer) => this.#body(answer), { lines: 6 })}`;
  }

  #body(erasure: ErasureAnswer): unknown {
    const { object, reason, comment, by, at, entry, state, purgedAt, told, toldOpen } = erasure;
    return html`<div class="stack">
      <p class="notice ${state === 'PURGED' ? 'good' : 'wait'}">${t.stateHints[state]} ${t.older}</p>
      ${card(
        'erasure-facts',
        t.erasure,
        html`<dl class="facts">
          ${fact(t.what, html`<cg-uri .uri=${object} .label=${localName(object)}></cg-uri>`)}
          ${fact(t.reason, t.reasons[reason])} ${fact(t.at, timeView(at, 'exact', 'ago'))}
          ${fact(t.by, uriView(by, { brief: true }))} ${fact(t.state, erasureStateChip(erasure))}
          ${purgedAt === null ? nothing : fact(t.purgedAt, timeView(purgedAt, 'exact', 'ago'))}
          ${fact(t.told, t.notifiedOf(told, toldOpen))} ${entry === null ? nothing : fact(t.entry, number(entry))}
          ${comment === null ? nothing : fact(t.comment, html`<cg-text .text=${comment}></cg-text>`)}
        </dl>`,
      )}
    </div>`;
  }
}
define('cg-erasure', ErasurePage);
