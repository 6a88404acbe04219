/** `<cg-tombstone>`: what is left of an erased object, for whoever gets 410 (P58). */
import {
  config,
  define,
  fact,
  type Failure,
  failureBody,
  href,
  html,
  LightElement,
  localName,
  me,
  nothing,
  pageOf,
  pathBelowBase,
  property,
  query,
  termText,
  visibleText,
} from '../core/index.js';
import { erasuresTexts as t } from '../texts/erasures.js';

/** A name with the prefix of an answer's context as an IRI. */
function expanded(name: string): string {
  const { cargo, api } = config().namespaces;
  return name.replace(/^(cargo|api):/, (_, prefix: string) => (prefix === 'api' ? api : cargo));
}

/** An erasure's reason in words; its name where the console knows none. */
export function reasonText(reason: string): string {
  const name = localName(reason);
  const words: Readonly<Record<string, string>> = t.reasons;
  return words[name] ?? name;
}

class TombstoneElement extends LightElement {
  @property() accessor uri = '';
  @property() accessor failure: Failure | undefined;

  protected override render(): unknown {
    const { uri, failure } = this;
    if (failure === undefined) return nothing;
    const { tombstone } = failure;
    if (tombstone === undefined) return html`<div class="notice bad" role="alert">${failureBody(failure)}</div>`;
    const { formerType, deleted, reason, erasure } = tombstone;
    const page = erasure === null ? undefined : pageOf(erasure);
    const path = pathBelowBase(uri);
    return html`<section class="card" aria-labelledby="tombstone">
      <h2 id="tombstone">${t.tombstone}</h2>
      <p>${t.tombstoneBody}</p>
      <dl class="facts">
        ${formerType === null ? nothing : fact(t.formerType, termText(expanded(formerType), true))}
        ${deleted === null ? nothing : fact(t.deleted, html`<cg-time .time=${deleted} .exact=${true} .ago=${true}></cg-time>`)}
        ${reason === null ? nothing : fact(t.reason, visibleText(reasonText(reason)))}
      </dl>
      ${
        me().internal
          ? html`<p><a href=${href(page ?? `/erasures${query({ object: uri })}`)}>${t.allOfIt}</a></p>`
          : path === undefined
            ? nothing
            : html`<p><a href=${href(`${path}/audit-trail`)}>${t.auditTrail}</a></p>`
      }
    </section>`;
  }
}
define('cg-tombstone', TombstoneElement);
