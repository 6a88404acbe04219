/** `…/acl`: each agent's permissions on an object and the reasons; a partner sees its own access. */
import type { AccessAnswer, DelegatedAccess } from '../../src/console/responses.js';
import {
  ask,
  define,
  href,
  html,
  me,
  nothing,
  pathBelowBase,
  query,
  refine,
  Resource,
  show,
  uriView,
  visibleText,
  withQuery,
  type WriteKey,
} from '../core/index.js';
import '../parts/acl-editor.js';
import '../parts/ask-access.js';
import '../parts/partner-field.js';
import type { Partner } from '../parts/partner-field.js';
import '../parts/shipment-acts.js';
import { accessTable, answerOf, delegationTree, replacedView } from '../parts/access-views.js';
import { actingAs } from '../parts/acting.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { type ObjectRevision, readObject } from '../parts/read-object.js';
import { withdrawAllButton } from '../parts/withdraw-all.js';
import { accessTexts as t } from '../texts/access.js';

class AccessPage extends ObjectPage {
  protected get pageTitle(): string {
    return t.title;
  }
  protected readonly tab = 'access';
  readonly #access = new Resource<AccessAnswer>(this);
  readonly #object = new Resource<ObjectRevision>(this);
  readonly #acts = new Acts(this, () => this.#access.reload());

  protected override get named(): NamedObject | undefined {
    return this.#object.value;
  }

  get #agent(): string | undefined {
    return this.route.query.get('agent') ?? undefined;
  }

  override load(): void {
    this.#access.read(this.api('/access') + query({ agent: this.#agent }));
    const uri = this.uri;
    this.#object.load(uri, (signal) => readObject(this.path, uri, undefined, signal));
  }

  protected override render(): unknown {
    return html`${this.head()}
      <div class="stack" @access-changed=${() => void this.#access.reload()}>
        ${this.#acts.outcome} ${show(this.#access, (answer) => (me().internal ? this.#all(answer) : this.#own(answer)))}
      </div>
      ${this.#acts.dialog}`;
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
    return html`<div class="buttons start">
        <cg-shipment-acts .uri=${answer.object} .type=${this.#object.value?.type ?? ''}></cg-shipment-acts>
      </div>
      <div class="filters">
        <cg-partner-field
          class="grow"
          .label=${t.ask}
          .value=${agent ?? ''}
          @chosen=${({ detail }: CustomEvent<Partner>) => {
            if (detail.uri !== '') refine(withQuery(this.route, { agent: detail.uri }));
          }}
        ></cg-partner-field>
        ${agent === undefined ? nothing : html`<a class="button" href=${href(withQuery(this.route, { agent: undefined }))}>${t.askAll}</a>`}
      </div>
      ${
        agent === undefined
          ? html`<section aria-labelledby="who">
              <div class="section-head"><h2 id="who">${t.who}</h2></div>
              ${accessTable(answer, (each) => withdrawAllButton(each, this.#acts))}
              ${answer.truncated ? html`<p class="quiet">${t.truncated}</p>` : nothing}
            </section>`
          : html`<section class="card" aria-labelledby="who">
              <div class="card-head">
                <h2 id="who">
                  ${visibleText(agentName(agent, answer.effective.find((each) => each.agent === agent)?.label))}
                </h2>
                ${withdrawAllButton(agent, this.#acts)}
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
              <cg-acl-editor .path=${`${this.path}/acl`}></cg-acl-editor>
              ${replacedView(answer.replaced)}
            </section>`
          : nothing
      }`;
  }

  #withdrawButton({ request, falls }: DelegatedAccess): unknown {
    const below = html`<p>${t.falls(falls.length)}</p>
      <ul>
        ${falls.map((one) => html`<li>${uriView(one)}</li>`)}
      </ul>`;
    const act = {
      title: t.withdrawTitle,
      body: () =>
        html`${actingAs()}
          <p>${uriView(request)}</p>
          <p>${t.withdrawBody}</p>
          ${falls.length === 0 ? html`<p>${t.fallsNone}</p>` : below}`,
      confirm: t.withdraw,
      isDangerous: true,
      run: async (key: WriteKey) => {
        await ask(pathBelowBase(request) ?? '', { method: 'DELETE', key });
        await this.#acts.done(t.withdrawn);
      },
    };
    return this.#acts.button(t.withdraw, () => act, 'small');
  }
}
define('cg-access', AccessPage);
