/** `<cg-ask-access>`: requests access to an object from the data holder, or a subscription to its changes. */
import type { Permission } from '../../src/console/responses.js';
import {
  type ActDialog,
  announce,
  ask,
  button,
  changed,
  config,
  define,
  drafts,
  html,
  LightElement,
  me,
  nothing,
  property,
  shared,
  uriView,
} from '../core/index.js';
import { actingTexts } from '../texts/acting.js';
import { askAccessTexts as t } from '../texts/ask-access.js';
import { permissions } from './acl.js';
import { actingAs, reasonField, reasonOf } from './acting.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const events = {
  LOGISTICS_OBJECT_UPDATED: () => t.changes,
  LOGISTICS_EVENT_RECEIVED: () => t.happened,
} as const;
type EventName = keyof typeof events;

class AskAccess extends LightElement {
  /** The object. */
  @property() accessor uri = '';
  @property() accessor kind: 'access' | 'subscription' = 'access';
  #wanted: readonly Permission[] = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'];
  #events: readonly EventName[] = ['LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'];
  #sent: string | undefined;

  protected override render(): unknown {
    return html`${
        this.#sent === undefined
          ? nothing
          : html`<p class="notice good" role="status">${t.sent} ${uriView(this.#sent)}</p>`
      }${button(this.kind === 'access' ? t.ask : t.subscribe, () => {
        this.#open();
      })}<cg-act></cg-act>`;
  }

  get #draft(): string {
    return `${this.kind} ${this.uri}`;
  }

  #open(): void {
    const isAccess = this.kind === 'access';
    const dialog = this.querySelector<ActDialog>('cg-act');
    const update = (): void => {
      dialog?.requestUpdate();
    };
    const about = html`${actingAs()}
      <p>${t.about} ${uriView(this.uri)}</p>`;
    dialog?.open({
      title: isAccess ? t.title : t.subscribeTitle,
      confirm: isAccess ? t.confirm : t.confirmSubscribe,
      isDangerous: false,
      isReady: () => (isAccess ? this.#wanted : this.#events).length > 0,
      body: () =>
        isAccess
          ? html`${about}
              <fieldset class="boxes">
                <legend>${t.permissions}</legend>
                ${permissions.map((permission) =>
                  this.#box(shared.permissions[permission], this.#wanted.includes(permission), (isOn) => {
                    this.#wanted = permissions.filter((one) =>
                      one === permission ? isOn : this.#wanted.includes(one),
                    );
                    update();
                  }),
                )}
              </fieldset>
              ${reasonField({ draft: this.#draft, hint: t.wordsHint, required: false, update })}
              <p>${t.consequence}</p>`
          : html`${about}
              <fieldset class="boxes">
                <legend>${t.events}</legend>
                ${(Object.keys(events) as EventName[]).map((name) =>
                  this.#box(events[name](), this.#events.includes(name), (isOn) => {
                    this.#events = (Object.keys(events) as EventName[]).filter((one) =>
                      one === name ? isOn : this.#events.includes(one),
                    );
                    update();
                  }),
                )}
              </fieldset>
              <p>${t.subscribeBody}</p>`,
      run: async (key) => {
        const path = isAccess ? '/access-delegations' : '/subscriptions';
        const { headers } = await ask(path, {
          method: 'POST',
          key,
          body: JSON.stringify(isAccess ? this.#delegation() : this.#subscription()),
        });
        this.#done(headers.get('location') ?? '');
      },
    });
  }

  /** The request was created. */
  #done(request: string): void {
    drafts.set(this.#draft, '');
    this.#sent = request;
    announce(t.sent);
    this.requestUpdate();
    changed();
  }

  #box(text: string, isOn: boolean, set: (isOn: boolean) => void): unknown {
    return html`<label class="check"
      ><input
        type="checkbox"
        .checked=${isOn}
        @change=${() => {
          set(!isOn);
        }}
      />
      ${text}</label
    >`;
  }

  #delegation(): object {
    const words = reasonOf(this.#draft);
    return {
      '@context': { api: config().namespaces.api },
      '@type': 'api:AccessDelegation',
      'api:hasDescription': words === '' ? actingTexts.reason : words,
      'api:hasPermission': this.#wanted.map((permission) => ({ '@id': `api:${permission}` })),
      'api:isRequestedFor': { '@id': me().agent },
      'api:hasLogisticsObject': { '@id': this.uri },
    };
  }

  #subscription(): object {
    return {
      '@context': { api: config().namespaces.api },
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': me().agent },
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' },
      'api:hasTopic': { '@type': `${XSD}anyURI`, '@value': this.uri },
      'api:includeSubscriptionEventType': this.#events.map((name) => ({ '@id': `api:${name}` })),
    };
  }
}
define('cg-ask-access', AskAccess);
