/** The preview of a decision: the answer of the dry run. */
import type { PreviewAnswer } from '../../src/console/responses.js';
import {
  config,
  html,
  nothing,
  shared,
  type TemplateResult,
  termLabel,
  termText,
  uriView,
  visibleText,
} from '../core/index.js';
import { previewTexts as t } from '../texts/preview.js';
import { permissionNames } from './request-views.js';
import { warningsView } from './violations.js';

const uri = (value: string): TemplateResult => html`<cg-uri .uri=${value} .compact=${true}></cg-uri>`;

/** The IRI of a kind of notification, which the node names without its namespace. */
const uriOfEvent = (event: string): string => (event.includes(':') ? event : config().namespaces.api + event);

/** Another request by its words and its requestor: ids say nothing to whom decides. */
function rivalView({ request, kind, requestedBy, description }: PreviewAnswer['rivals'][number]): TemplateResult {
  return html`${uriView(request, { label: shared.kinds[kind], brief: true })} ${t.of}
  ${uriView(requestedBy)}${description === null ? nothing : html`: <cg-text .text=${description}></cg-text>`}`;
}

/** A consequence with the objects concerned; nothing without a consequence. */
function consequence(sentence: string, items: readonly unknown[]): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<li>
    ${sentence}
    <ul class="plain">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </li>`;
}

/** @param isShort omits the details of violations, for the dialog. */
export function previewView(preview: PreviewAnswer, isShort = false): TemplateResult {
  const { possible, reason, result, nextRevision, violations, missing, rejects, rivals, grants, withdraws, tells } =
    preview;
  if (!possible)
    return html`<div class="notice bad">
      <p class="notice-title">${t.impossible}</p>
      ${reason === null ? nothing : html`<p>${visibleText(reason)}</p>`}
    </div>`;
  const fails = result === 'REQUEST_FAILED';
  const quiet = [rejects, grants, withdraws, tells].every(({ length }) => length === 0);
  return html`<div class="consequences">
    ${
      fails
        ? html`<div class="notice bad">
            <p class="notice-title">${t.fails}</p>
            ${reason === null || violations.length > 0 ? nothing : html`<p>${visibleText(reason)}</p>`}
            <ul>
              ${(isShort ? violations.slice(0, 3) : violations).map(
                ({ message, property, resource }) =>
                  html`<li>
                    <cg-text .text=${message}></cg-text>
                    ${property === null ? nothing : html`<span class="tag">${termText(property)}</span>`}
                    ${resource === null || resource.startsWith('internal:') ? nothing : uri(resource)}
                  </li>`,
              )}
            </ul>
          </div>`
        : nextRevision === null
          ? nothing
          : html`<p>${t.makes(nextRevision)}</p>`
    }
    ${warningsView(preview.warnings)}
    <ul class="list">
      ${consequence(t.missing, missing.map(uri))} ${consequence(t.rejects, rivals.map(rivalView))}
      ${consequence(
        t.grants,
        grants.map(
          ({ agent, object, permissions }) => html`${uri(agent)} ${t.may(permissionNames(permissions))} ${uri(object)}`,
        ),
      )}
      ${consequence(
        t.withdraws,
        withdraws.map(
          ({ agent, object, permissions }) =>
            html`${uri(agent)} ${t.mayNot(permissionNames(permissions))} ${uri(object)}`,
        ),
      )}
      ${consequence(
        t.tells,
        tells.map(
          ({ subscriber, event, count }) => html`${uri(subscriber)} ${t.told(termLabel(uriOfEvent(event)), count)}`,
        ),
      )}
    </ul>
    ${quiet && !fails ? html`<p class="quiet">${t.quiet}</p>` : nothing}
  </div>`;
}
