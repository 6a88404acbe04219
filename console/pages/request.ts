/** `/action-requests/<id>`: one request, with a preview of the decision. */
import type { PreviewAnswer, RequestItem } from '../../src/console/responses.js';
import {
  type ActDialog,
  announce,
  askJson,
  changed,
  consoleApi,
  define,
  failed,
  Failure,
  html,
  me,
  nothing,
  objectLabel,
  Page,
  plainText,
  query,
  Resource,
  shared,
  type Sheet,
  show,
  statusChip,
  type TemplateResult,
  termLabel,
  termText,
  timeText,
  uriAt,
  utc,
  type WriteKey,
} from '../core/index.js';
import { agentName } from '../parts/agent-name.js';
import { acceptAct, decide, type Decision, type Reason, rejectAct, revokeAct } from '../parts/decide.js';
import { differencesView } from '../parts/differences.js';
import { previewView } from '../parts/preview.js';
import '../parts/proof.js';
import { requestFacts, requestHistory, requestWanted } from '../parts/request-views.js';
import { requesterName } from '../parts/requests-table.js';
import { requestTexts as t } from '../texts/request.js';

class RequestPage extends Page {
  readonly #request = new Resource<RequestItem>(this);
  readonly #preview = new Resource<PreviewAnswer | undefined>(this);
  #failure: Failure | undefined;
  readonly #update = (): void => {
    this.requestUpdate();
  };
  #outcome: Decision | undefined;

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  get #path(): string {
    return consoleApi(`/requests/${encodeURIComponent(this.#id)}`);
  }

  override get heading(): string {
    const item = this.#request.value;
    return item === undefined
      ? `${t.title} ${plainText(this.#id, 40)}`
      : t.titleOf(shared.kinds[item.kind], requesterName(item));
  }

  override get sheet(): Sheet {
    const item = this.#request.value;
    const uri = uriAt(`/action-requests/${this.#id}`);
    if (item === undefined) return { uri, facts: [] };
    const { builtOn, status, since, requestedAt, requestedBy } = item;
    const time = (text: string): string => utc(new Date(text), true);
    return {
      uri,
      facts: [
        shared.statusSince(shared.statuses[status], time(since)),
        shared.askedBy(time(requestedAt), requestedBy),
        ...(builtOn === null ? [] : [shared.builtOn(builtOn)]),
      ],
    };
  }

  override load(): void {
    const path = this.#path;
    this.#request.load(path, async (signal) => {
      const item = await askJson<RequestItem>(path, { signal });
      this.#loadPreview(item);
      return item;
    });
  }

  #loadPreview(item: RequestItem): void {
    if (item.status !== 'REQUEST_PENDING' || !me().internal) return;
    const path = `${this.#path}/preview` + query({ decision: 'REQUEST_ACCEPTED' });
    // The object may have changed, so the same address can return another preview.
    this.#preview.load(`${path} ${item.latest ?? ''}`, (signal) => askJson<PreviewAnswer>(path, { signal }));
  }

  handleKey(key: string): boolean {
    if (!this.#mayDecide || (key !== 'a' && key !== 'x')) return false;
    this.#open(key === 'a' ? 'REQUEST_ACCEPTED' : 'REQUEST_REJECTED');
    return true;
  }

  get #mayDecide(): boolean {
    return me().internal && this.#request.value?.status === 'REQUEST_PENDING';
  }

  get #mayRevoke(): boolean {
    const item = this.#request.value;
    if (item === undefined) return false;
    const isOpen = item.status === 'REQUEST_PENDING';
    const isInForce =
      item.status === 'REQUEST_ACCEPTED' &&
      (item.kind === 'SubscriptionRequest' || item.kind === 'AccessDelegationRequest');
    return (
      (isOpen && item.requestedBy === me().agent) || (isInForce && (me().internal || item.requestedBy === me().agent))
    );
  }

  protected override render(): unknown {
    return html`<div class="page-head">
        <div>
          <p class="kicker">${t.title}</p>
          <h1>${this.heading}</h1>
        </div>
        ${this.#request.value === undefined ? nothing : statusChip(this.#request.value.status)}
      </div>
      ${show(this.#request, (item) => this.#body(item), { lines: 10 })}
      <cg-act></cg-act>`;
  }

  #body(item: RequestItem): unknown {
    const isPending = item.status === 'REQUEST_PENDING';
    return html`<div class="stack">
      ${this.#outcomeView(item)}
      <section class="card" aria-label=${t.facts}>${requestFacts(item)}</section>
      ${
        item.errors.length === 0
          ? nothing
          : html`<section class="card" aria-labelledby="errors">
              <h2 id="errors">
                ${item.errors.every(({ isWarning }) => isWarning) ? t.warnings : isPending ? t.knownErrors : t.errors}
              </h2>
              ${item.errors.map(
                ({ title, isWarning, details }) =>
                  html`<div class="notice ${isWarning ? 'wait' : 'bad'}">
                    <p class="notice-title"><cg-text .text=${title}></cg-text></p>
                    <ul>
                      ${details.map(
                        ({ message, property, resource }) =>
                          html`<li>
                            ${message === null ? nothing : html`<cg-text .text=${message}></cg-text>`}
                            ${property === null ? nothing : html`<span class="chip quiet">${termText(property)}</span>`}
                            ${resource === null ? nothing : html`<cg-uri .uri=${resource} .compact=${true}></cg-uri>`}
                          </li>`,
                      )}
                    </ul>
                  </div>`,
              )}
            </section>`
      }
      ${requestWanted(item, isPending ? this.#preview.value : undefined)}
      ${
        isPending && me().internal
          ? html`<section class="card" aria-labelledby="consequences">
              <h2 id="consequences">${t.consequences}</h2>
              ${show(this.#preview, (preview) => (preview === undefined ? nothing : previewView(preview)), {
                lines: 5,
                failed: (failure) => failed(failure, () => void this.#preview.reload()),
              })}
              ${this.#buttons()}
            </section>`
          : this.#mayRevoke
            ? this.#buttons()
            : nothing
      }
      <section class="card" aria-labelledby="history">
        <h2 id="history">${t.history}</h2>
        ${requestHistory(item)}
      </section>
      <cg-proof
        .of=${{ path: `/action-requests/${encodeURIComponent(this.#id)}`, subject: item.uri, name: `request-${this.#id}` }}
      ></cg-proof>
    </div>`;
  }

  #buttons(): unknown {
    const button = (decision: Decision, text: string, tone: string): unknown =>
      html`<button
        type="button"
        class=${tone}
        @click=${() => {
          this.#open(decision);
        }}
      >
        ${text}
      </button>`;
    const willFail = this.#preview.value?.result === 'REQUEST_FAILED';
    return html`<div class="buttons start">
      ${
        this.#mayDecide
          ? html`${button('REQUEST_ACCEPTED', willFail ? t.acceptFails : t.accept, willFail ? '' : 'primary')}
            ${button('REQUEST_REJECTED', t.reject, '')}`
          : nothing
      }
      ${this.#mayRevoke ? button('REQUEST_REVOKED', t.revoke, '') : nothing}
    </div>`;
  }

  #open(decision: Decision): void {
    const item = this.#request.value;
    const dialog = this.querySelector<ActDialog>('cg-act');
    if (item === undefined || dialog === null || dialog.act !== undefined) return;
    const run = (key: WriteKey, reasons: readonly Reason[] = []): Promise<void> =>
      this.#decide(item, decision, { key, reasons });
    const preview = this.#preview.value;
    const over = (): TemplateResult | undefined => this.#decidedMeanwhile(item);
    if (decision === 'REQUEST_REVOKED') dialog.open({ ...revokeAct(item, run), over });
    else if (decision === 'REQUEST_REJECTED') {
      const properties = [...new Set(item.operations.map(({ p }) => p))].map(
        (property) => [property, termLabel(property)] as const,
      );
      const update = (): void => {
        dialog.requestUpdate();
      };
      dialog.open({ ...rejectAct({ items: [item], properties, run, update }), over });
    } else {
      const consequences =
        preview === undefined
          ? nothing
          : html`${preview.statements.length === 0 ? nothing : differencesView(preview.statements)}
            ${previewView(preview, true)}`;
      dialog.open({ ...acceptAct([item], consequences, run, preview?.result === 'REQUEST_FAILED'), over });
    }
  }

  /** The agent that decided a request after it was displayed, if the node has reported one. */
  #decidedMeanwhile(item: RequestItem): TemplateResult | undefined {
    const now = this.#request.newer ?? this.#request.value;
    return now === undefined || now.status === item.status ? undefined : decidedBy(now, this.#update);
  }

  protected override updated(): void {
    super.updated();
    // The dialog reports a decision that another agent makes meanwhile.
    this.querySelector<ActDialog>('cg-act')?.requestUpdate();
  }

  async #decide(
    item: RequestItem,
    decision: Decision,
    sent: { readonly key: WriteKey; readonly reasons: readonly Reason[] },
  ): Promise<void> {
    this.#failure = undefined;
    this.#outcome = undefined;
    try {
      await decide(item.uri, decision, sent);
      this.#outcome = decision;
      announce(shared.statuses[decision]);
    } catch (thrown) {
      // The request itself displays the current status and its author.
      if (!(thrown instanceof Failure) || thrown.kind !== 'conflict') throw thrown;
      this.#failure = thrown;
    }
    await this.#request.reload();
    changed();
  }

  #outcomeView(item: RequestItem): unknown {
    const last = item.history.at(-1);
    if (this.#failure !== undefined)
      return item.status === 'REQUEST_PENDING' || last === undefined
        ? failed(this.#failure)
        : decidedBy(item, this.#update);
    if (this.#outcome === undefined) return nothing;
    return html`<p class="notice good" role="status">
      ${statusChip(item.status)}
      ${last === undefined ? nothing : html`<cg-time .time=${last.since} .exact=${true}></cg-time>`}
    </p>`;
  }
}
define('cg-request', RequestPage);

/** Another agent decided first: "Example Data Holder accepted it 22 NOV 26 19:31Z" (K79). */
function decidedBy({ status, history }: RequestItem, update: () => void): TemplateResult {
  const { since, by = null } = history.at(-1) ?? {};
  const who = by === null ? t.somebody : agentName(by, objectLabel(by, update)?.label ?? null);
  return html`<div class="notice" role="status">
    <p class="notice-title">${t.decidedMeanwhile[status](who, since === undefined ? '' : timeText(new Date(since)))}</p>
    <p>${statusChip(status)} ${by === null ? nothing : html`<cg-uri .uri=${by} .compact=${true}></cg-uri>`}</p>
  </div>`;
}
