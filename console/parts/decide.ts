/** Decisions: each request is decided separately, at the address that partners and scripts use. */
import type { RequestItem } from '../../src/console/responses.js';
import {
  type Act,
  ask,
  button,
  config,
  drafts,
  html,
  live,
  me,
  nothing,
  pathBelowBase,
  shared,
  type TemplateResult,
  visibleText,
  type WriteKey,
} from '../core/index.js';
import { decideTexts as t } from '../texts/decide.js';
import { requesterName, subjectOf } from './requests-table.js';

export type Decision = 'REQUEST_ACCEPTED' | 'REQUEST_REJECTED' | 'REQUEST_REVOKED';

/** A reason for a rejection, about one property or the whole request. */
export interface Reason {
  readonly message: string;
  readonly property?: string;
}

function errorBody(reasons: readonly Reason[]): string {
  const [first] = reasons;
  return JSON.stringify({
    '@context': { api: config().namespaces.api },
    '@type': 'api:Error',
    'api:hasTitle': first?.message ?? t.rejected,
    'api:hasErrorDetail': reasons.map(({ message, property }) => ({
      '@type': 'api:ErrorDetail',
      'api:hasCode': '422',
      'api:hasMessage': message,
      ...(property !== undefined && {
        'api:hasProperty': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': property },
      }),
    })),
  });
}

/** @throws Failure with the errors, if an acceptance fails. */
export async function decide(
  request: string,
  decision: Decision,
  { key, reasons = [] }: { readonly key: WriteKey | undefined; readonly reasons?: readonly Reason[] },
): Promise<void> {
  const path = pathBelowBase(request) ?? '';
  if (decision === 'REQUEST_REVOKED') {
    await ask(path, { method: 'DELETE', key });
    return;
  }
  await ask(`${path}?status=${decision}`, {
    method: 'PATCH',
    key,
    ...(reasons.length > 0 && { body: errorBody(reasons) }),
  });
}

const line = (item: RequestItem): TemplateResult =>
  html`<li>${shared.kinds[item.kind]}, ${subjectOf(item)}, ${t.from} ${visibleText(requesterName(item))}</li>`;

/** The acting agent and the request. */
function head(items: readonly RequestItem[]): TemplateResult {
  const { agent, label } = me();
  return html`<p>${t.youActAs} <cg-uri .uri=${agent} .label=${label} .compact=${true}></cg-uri>.</p>
    <ul class="plain">
      ${items.map(line)}
    </ul>`;
}

/** The reason from the reader; the draft survives a sign-in. */
export const reasonDraft = (items: readonly RequestItem[]): string => `reason ${items.map(({ uri }) => uri).join(' ')}`;

export function acceptAct(items: readonly RequestItem[], consequences: unknown, run: Act['run'], fails: boolean): Act {
  return {
    title: items.length === 1 ? t.acceptOne : t.acceptMany(items.length),
    body: () =>
      html`${head(items)} ${consequences} ${fails ? html`<p class="notice bad">${t.willFail}</p>` : nothing}
        <p>${t.noUndo}</p>`,
    confirm: fails ? t.acceptAnyway : t.accept,
    isDangerous: true,
    tone: fails ? 'danger' : 'primary',
    run,
  };
}

export function rejectAct(options: {
  readonly items: readonly RequestItem[];
  /** The properties that a reason can be about, with their labels. */
  readonly properties: readonly (readonly [property: string, label: string])[];
  readonly run: (key: WriteKey, reasons: readonly Reason[]) => Promise<void>;
  readonly update: () => void;
}): Act {
  const { items, properties, run, update } = options;
  const name = reasonDraft(items);
  const byProperty = new Map<string, string>();
  return {
    title: items.length === 1 ? t.rejectOne : t.rejectMany(items.length),
    body: () =>
      html`${head(items)}
        <div class="field">
          <label for="reason">${t.reason}</label>
          <textarea
            id="reason"
            required
            rows="3"
            maxlength="2000"
            aria-describedby="reason-hint"
            .value=${live(drafts.get(name))}
            @input=${(event: Event) => {
              if (!(event.target instanceof HTMLTextAreaElement)) return;
              drafts.set(name, event.target.value);
              update();
            }}
          ></textarea>
          <p class="hint start" id="reason-hint">${drafts.get(name).trim() === '' ? t.reasonNeeded : t.reasonHint}</p>
          <div class="row-acts" role="group" aria-label=${t.usual}>
            ${Object.values(t.usualOnes).map((text) =>
              button({ text, tone: 'small' }, () => {
                drafts.set(name, text);
                update();
              }),
            )}
          </div>
        </div>
        ${
          properties.length === 0
            ? nothing
            : html`<details>
                <summary>${t.perProperty}</summary>
                ${properties.map(
                  ([property, label], index) =>
                    html`<div class="field">
                      <label for=${`reason-${index}`}>${visibleText(label)}</label>
                      <input
                        id=${`reason-${index}`}
                        maxlength="500"
                        @input=${(event: Event) => {
                          if (event.target instanceof HTMLInputElement)
                            byProperty.set(property, event.target.value.trim());
                        }}
                      />
                    </div>`,
                )}
              </details>`
        }
        <p>${t.noUndo}</p>`,
    confirm: t.reject,
    isDangerous: true,
    isReady: () => drafts.get(name).trim() !== '',
    run: async (key) => {
      const whole: Reason = { message: drafts.get(name).trim() };
      const each = [...byProperty].flatMap(([property, message]): Reason[] =>
        message === '' ? [] : [{ property, message }],
      );
      await run(key, [whole, ...each]);
      drafts.set(name, '');
    },
  };
}

export function revokeAct(item: RequestItem, run: Act['run']): Act {
  return {
    title: t.revokeOne,
    body: () =>
      html`${head([item])}
        <p>${item.status === 'REQUEST_PENDING' ? t.revokePending : t.revokeAccepted}</p>`,
    confirm: t.revoke,
    isDangerous: true,
    run,
  };
}
