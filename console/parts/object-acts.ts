/** `<cg-object-acts>`: the acts on an object; the first one is what most come for (K41). */
import '../parts/ask-access.js';
import './watch.js';
import {
  acts,
  button,
  config,
  define,
  href,
  html,
  LightElement,
  me,
  nothing,
  property,
  query,
  whenLoaded,
} from '../core/index.js';
import { erasuresTexts } from '../texts/erasures.js';
import { objectTexts as t } from '../texts/object.js';
import { objectPath } from './object-head.js';

/** What the acts are about. */
export interface ActedObject {
  readonly id: string;
  readonly uri: string;
  readonly type: string | null;
  /** Whether it has a shipment, which can be printed. */
  readonly hasShipment: boolean;
  /** The parameter `at` of the page. */
  readonly at: string | undefined;
}

/** A class as its form's address names it. */
function formName(type: string): string {
  const { cargo } = config().namespaces;
  return encodeURIComponent(type.startsWith(cargo) ? type.slice(cargo.length) : type);
}

class ObjectActs extends LightElement {
  @property() accessor object: ActedObject | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Only for whom they are: the page of an object weighs enough.
    if (!me().internal) return;
    whenLoaded(import('./shipment-acts.js'));
    whenLoaded(import('./erasure-acts.js'));
  }

  protected override render(): unknown {
    if (this.object === undefined) return nothing;
    const { id, uri, type, hasShipment, at } = this.object;
    const path = objectPath(id);
    const change = html`<a class=${me().internal ? 'button' : 'button primary'} href=${href(`${path}/change`)}
      >${t.tabChange}</a
    >`;
    const isNow = at === undefined;
    const erasure = (act: 'hold' | 'erase'): unknown =>
      button(erasuresTexts[act], () => this.querySelector('cg-erasure-acts')?.[act]());
    // Who may correct seldom asks itself for a change.
    const rest = html`${change}
    ${
      type === null
        ? nothing
        : html`<a class="button" href=${href(`/new/${formName(type)}${query({ copy: id })}`)}>${t.copyObject}</a>`
    }
    ${erasure('hold')} ${erasure('erase')}`;
    const others = [
      hasShipment
        ? html`<a class="button" href=${href(`${path}/print${isNow ? '' : `?at=${encodeURIComponent(at)}`}`)}
            >${t.print}</a
          >`
        : nothing,
      html`<cg-watch .uri=${uri}></cg-watch>`,
      me().internal && isNow
        ? html`<cg-shipment-acts .uri=${uri} .type=${type ?? ''} .rest=${rest}></cg-shipment-acts>`
        : nothing,
      me().internal && isNow ? html`<cg-erasure-acts .uri=${uri}></cg-erasure-acts>` : nothing,
      me().internal ? nothing : html`<cg-ask-access .uri=${uri} .kind=${'subscription'}></cg-ask-access>`,
    ];
    return me().internal
      ? acts('object-acts', html`<a class="button primary" href=${href(`${path}/correct`)}>${t.correct}</a>`, [
          isNow ? nothing : change,
          ...others,
        ])
      : acts('object-acts', change, others);
  }
}
define('cg-object-acts', ObjectActs);
