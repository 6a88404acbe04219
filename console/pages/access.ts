/** `…/acl`: who may do what with an object, and why; a partner sees its own access. */
import type { AccessAnswer, DelegatedAccess } from '../../src/console/responses.js';
import {
  type Act,
  type ActDialog,
  announce,
  ask,
  askJson,
  changed,
  consoleApi,
  define,
  failed,
  Failure,
  href,
  html,
  me,
  nothing,
  Page,
  pathBelowBase,
  plainText,
  query,
  refine,
  Resource,
  show,
  visibleText,
  withQuery,
} from '../core/index.js';
import '../parts/acl-editor.js';
import '../parts/ask-access.js';
import { accessTable, answerOf, delegationTree, replacedView } from '../parts/access-views.js';
import { actingAs, done } from '../parts/acting.js';
import { agentName } from '../parts/agent-name.js';
import { objectHead, objectPath, objectUri } from '../parts/object-head.js';
import { type ObjectRevision, readObject } from '../parts/read-object.js';
import { withdrawAllAct } from '../parts/withdraw-all.js';
import { accessTexts as t } from '../texts/access.js';

class AccessPage extends Page {
  readonly #access = new Resource<AccessAnswer>(this);
  readonly #object = new Resource<ObjectRevision>(this);
  #failure: Failure | undefined;
  #notice: { readonly text: string; readonly at: Date } | undefined;

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  get #agent(): string | undefined {
    return this.route.query.get('agent') ?? undefined;
  }

  override get heading(): string {
    return `${t.title}: ${plainText(this.#object.value?.label ?? this.#id, 60)}`;
  }

  override load(): void {
    const path = consoleApi(`/objects/${encodeURIComponent(this.#id)}/access`) + query({ agent: this.#agent });
    this.#access.load(path, (signal) => askJson<AccessAnswer>(path, { signal }));
    const uri = objectUri(this.#id);
    this.#object.load(uri, (signal) => readObject(objectPath(this.#id), uri, undefined, signal));
  }

  protected override render(): unknown {
    const object = this.#object.value;
    return html`${objectHead({ id: this.#id, label: object?.label ?? null, type: object?.type ?? null, tab: 'access' })}
      <div class="stack" @access-changed=${() => void this.#access.reload()}>
        ${this.#failure === undefined ? nothing : failed(this.#failure)}
        ${this.#notice === undefined ? nothing : done(this.#notice.text, this.#notice.at)}
        ${show(this.#access, (answer) => (me().internal ? this.#all(answer) : this.#own(answer)), {
          failed: (failure: Failure) => failed(failure, () => void this.#access.reload()),
        })}
      </div>
      <cg-act></cg-act>`;
  }

  #own(answer: AccessAnswer): unknown {
    return html`<section class="card" aria-labelledby="own">
        <h2 id="own">${t.own}</h2>
        ${answerOf(answer, me().agent)}
        <cg-ask-access .uri=${answer.object}></cg-ask-access>
      </section>
      <section aria-labelledby="delegations">
        <div class="section-head"><h2 id="delegations">${t.delegations}</h2></div>
        ${delegationTree(answer.delegations, (delegation) =>
          delegation.requestedBy === me().agent ? this.#withdrawButton(delegation) : nothing,
        )}
      </section>`;
  }

  #all(answer: AccessAnswer): unknown {
    const agent = this.#agent;
    return html`<form
        class="filters"
        @submit=${(event: SubmitEvent) => {
          this.#ask(event);
        }}
      >
        <label class="grow"
          >${t.ask}<input name="agent" type="url" required placeholder=${t.askAgent} .value=${agent ?? ''}
        /></label>
        <button>${t.askButton}</button>
        ${agent === undefined ? nothing : html`<a class="button" href=${href(withQuery(this.route, { agent: undefined }))}>${t.askAll}</a>`}
      </form>
      ${
        agent === undefined
          ? html`<section aria-labelledby="who">
              <div class="section-head"><h2 id="who">${t.who}</h2></div>
              ${accessTable(answer, (each) => this.#withdrawAllButton(each))}
              ${answer.truncated ? html`<p class="quiet">${t.truncated}</p>` : nothing}
            </section>`
          : html`<section class="card" aria-labelledby="who">
              <div class="card-head">
                <h2 id="who">
                  ${visibleText(agentName(agent, answer.effective.find((each) => each.agent === agent)?.label))}
                </h2>
                ${this.#withdrawAllButton(agent)}
              </div>
              ${answerOf(answer, agent)}
            </section>`
      }
      <section aria-labelledby="delegations">
        <div class="section-head"><h2 id="delegations">${t.delegations}</h2></div>
        ${delegationTree(answer.delegations, (delegation) => this.#withdrawButton(delegation))}
      </section>
      ${
        agent === undefined
          ? html`<section class="card" aria-labelledby="write">
              <h2 id="write">${t.write}</h2>
              <p class="hint">${t.writeHint}</p>
              <cg-acl-editor .path=${`${objectPath(this.#id)}/acl`}></cg-acl-editor>
              ${replacedView(answer.replaced)}
            </section>`
          : nothing
      }`;
  }

  #ask(event: SubmitEvent): void {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const agent = new FormData(event.target).get('agent');
    if (typeof agent === 'string') refine(withQuery(this.route, { agent: agent.trim() }));
  }

  #open(act: Act): void {
    this.querySelector<ActDialog>(':scope > cg-act')?.open(act);
  }

  #withdrawButton(delegation: DelegatedAccess): unknown {
    const { request, falls } = delegation;
    return html`<button
      type="button"
      class="small"
      @click=${() => {
        this.#open({
          title: t.withdrawTitle,
          body: () =>
            html`${actingAs()}
              <p><cg-uri .uri=${request} .compact=${true}></cg-uri></p>
              <p>${t.withdrawBody}</p>
              ${
                falls.length === 0
                  ? html`<p>${t.fallsNone}</p>`
                  : html`<p>${t.falls(falls.length)}</p>
                      <ul>
                        ${falls.map((one) => html`<li><cg-uri .uri=${one} .compact=${true}></cg-uri></li>`)}
                      </ul>`
              }`,
          confirm: t.withdraw,
          isDangerous: true,
          run: async () => {
            await ask(pathBelowBase(request) ?? '', { method: 'DELETE' });
            await this.#done(t.withdrawn);
          },
        });
      }}
    >
      ${t.withdraw}
    </button>`;
  }

  #withdrawAllButton(agent: string): unknown {
    return html`<button type="button" class="small" @click=${() => void this.#withdrawAll(agent)}>
      ${t.withdrawAll}
    </button>`;
  }

  async #withdrawAll(agent: string): Promise<void> {
    try {
      this.#open(await withdrawAllAct(agent, (text) => this.#done(text)));
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
      this.requestUpdate();
    }
  }

  async #done(text: string): Promise<void> {
    this.#failure = undefined;
    this.#notice = { text, at: new Date() };
    announce(text);
    await this.#access.reload();
    changed();
  }
}
define('cg-access', AccessPage);
