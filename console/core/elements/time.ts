/** `<cg-time>`: a time in the trade's notation; local time and distance from now on demand. */
import { html, nothing, type TemplateResult } from 'lit';
import { define, LightElement, property } from '../element.js';
import { distance, localTime, timeText, utc } from '../format.js';
import { onPreference } from '../preferences.js';
import { visibleText } from './text.js';

export class TimeElement extends LightElement {
  #stop: (() => void) | undefined;
  /** ISO 8601. */
  @property() accessor time = '';
  /** With seconds. */
  @property() accessor exact = false;
  /** With the distance from now. */
  @property() accessor ago = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onPreference(() => {
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): unknown {
    const time = new Date(this.time);
    // A partner wrote the time of an event.
    if (Number.isNaN(time.getTime())) return visibleText(this.time);
    const title = `${utc(time, true)} · ${localTime(time)} · ${distance(time)}`;
    const away = this.ago ? html` <span class="ago">${distance(time)}</span>` : nothing;
    return html`<time datetime=${time.toISOString()} title=${title}>${timeText(time, this.exact)}</time>${away}`;
  }
}
define('cg-time', TimeElement);

type TimeForm = 'exact' | 'ago';

/** A time, exact to the second or with its distance from now; nothing without a value. */
export function timeView(time: string, ...forms: readonly TimeForm[]): TemplateResult;
export function timeView(time: string | null, ...forms: readonly TimeForm[]): TemplateResult | typeof nothing;
export function timeView(time: string | null, ...forms: readonly TimeForm[]): TemplateResult | typeof nothing {
  if (time === null) return nothing;
  return html`<cg-time .time=${time} .exact=${forms.includes('exact')} .ago=${forms.includes('ago')}></cg-time>`;
}
