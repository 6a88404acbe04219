/** `<cg-shipment-acts>`: acts on a whole shipment, each in a dialog of two steps: who and what, then what changes (K53). */
import type { ActPreview, ActResult } from '../../src/console/responses.js';
import {
  type Act,
  type ActDialog,
  announce,
  askJson,
  button,
  changed,
  consoleApi,
  define,
  html,
  LightElement,
  listOf,
  localName,
  me,
  nothing,
  plainText,
  property,
  shared,
  typed,
  type WriteKey,
} from '../core/index.js';
import { shipmentActsTexts as t } from '../texts/shipment-acts.js';
import { permissions } from './acl.js';
import {
  type ActForm,
  bodyOf,
  isComplete,
  newForm,
  parts,
  type Role,
  roleOf,
  roles,
  type ShipmentAct,
  unreadable,
} from './act-form.js';
import { previewView } from './act-preview.js';
import { actingAs, done } from './acting.js';
import './partner-field.js';
import type { Partner } from './partner-field.js';

const roleNames: readonly Role[] = ['reader', 'handler', 'customs'];

class ShipmentActs extends LightElement {
  @property() accessor uri = '';
  /** The class of the object. */
  @property() accessor type = '';
  /** Partners that the dialogs begin with. */
  @property() accessor partners: readonly Partner[] = [];
  /** Further acts of the page that fold with the rarer ones; undefined: none folds. */
  @property() accessor rest: unknown;
  #form: ActForm | undefined;
  #seen: { readonly preview: ActPreview; readonly body: string } | undefined;
  #done: { readonly text: string; readonly at: Date } | undefined;

  get #dialog(): ActDialog | null {
    return this.querySelector<ActDialog>('cg-act');
  }

  #set(values: Partial<ActForm>): void {
    if (this.#form === undefined) return;
    this.#form = { ...this.#form, ...values };
    this.#seen = undefined;
    this.#dialog?.requestUpdate();
  }

  #open(act: ShipmentAct): void {
    this.#form = { ...newForm(act, this.uri, localName(this.type) === 'Shipment'), partners: this.partners };
    this.#seen = undefined;
    this.#dialog?.open(this.#act(act));
  }

  #act(name: ShipmentAct): Act {
    const current = (): ActForm => this.#form ?? newForm(name, this.uri, false);
    return {
      title: t.titles[name],
      body: () => html`${actingAs()} ${this.#seen === undefined ? this.#fields(current()) : this.#preview(current())}`,
      get confirm() {
        const { decision } = current();
        return name === 'decide' ? t.decisions[decision] : t.confirms[name];
      },
      isDangerous: name === 'withdraw-access' || name === 'unsubscribe',
      tone: name === 'withdraw-access' || name === 'unsubscribe' ? 'danger' : 'primary',
      step: () =>
        this.#seen === undefined
          ? { text: t.next, isReady: isComplete(current()), run: () => this.#look(current()) }
          : undefined,
      isReady: () => this.#seen?.preview.possible === true,
      run: (key) => this.#perform(key),
    };
  }

  async #look(form: ActForm): Promise<void> {
    const body = JSON.stringify(bodyOf(form));
    const headers = { 'Content-Type': 'application/json' };
    const preview = await askJson<ActPreview>(consoleApi('/acts/preview'), { method: 'POST', body, headers });
    this.#seen = { preview, body };
    this.#dialog?.requestUpdate();
    announce(t.next);
  }

  async #perform(key: WriteKey): Promise<void> {
    const [form, seen] = [this.#form, this.#seen];
    if (form === undefined || seen === undefined) return;
    const headers = { 'Content-Type': 'application/json', 'If-Match': `"${seen.preview.digest}"` };
    const result = await askJson<ActResult>(consoleApi('/acts'), { method: 'POST', body: seen.body, headers, key });
    const text =
      form.act === 'decide'
        ? t.decided(result.done, result.failed ?? 0)
        : t.performed[form.act](this.#names(form), result.done);
    this.#done = { text, at: new Date() };
    announce(text);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('access-changed', { bubbles: true }));
    changed();
  }

  #names({ partners }: ActForm): string {
    return listOf(partners.map(({ label }) => plainText(label, 60)));
  }

  #preview(form: ActForm): unknown {
    const seen = this.#seen;
    if (seen === undefined) return nothing;
    const closed = unreadable(seen.preview);
    const offer =
      form.act !== 'subscribe' || closed === 0
        ? nothing
        : html`<div class="notice wait">
            <p>${t.notReadable(closed)}</p>
            ${button(t.giveToo, () => {
              this.#set({ withAccess: true });
              void this.#look({ ...form, withAccess: true });
            })}
          </div>`;
    return html`${previewView(form, seen.preview, this.#names(form), offer)}
    ${button({ text: t.back, tone: 'link' }, () => {
      this.#set({});
    })}`;
  }

  #fields(form: ActForm): unknown {
    return html`<cg-partners-field
        .label=${t.partner}
        .value=${form.partners}
        @chosen=${({ detail }: CustomEvent<readonly Partner[]>) => {
          this.#set({ partners: detail });
        }}
      ></cg-partners-field>
      ${form.act === 'give-access' ? this.#permissions(form) : nothing}
      ${form.act === 'decide' ? this.#decision(form) : nothing}
      <fieldset class="choice">
        <legend>${t.of}</legend>
        ${parts.map((part) =>
          check(t.parts[part], form.scope.includes(part), (isOn) => {
            this.#set({ scope: parts.filter((one) => (one === part ? isOn : form.scope.includes(one))) });
          }),
        )}
      </fieldset>
      ${
        form.act === 'give-access' || form.act === 'subscribe'
          ? check(t.later, form.later, (later) => {
              this.#set({ later });
            })
          : nothing
      }
      ${
        form.act === 'subscribe'
          ? check(t.withAccess, form.withAccess, (withAccess) => {
              this.#set({ withAccess });
            })
          : nothing
      }`;
  }

  #permissions(form: ActForm): unknown {
    const role = roleOf(form.permissions);
    return html`<fieldset class="choice">
        <legend>${t.role}</legend>
        ${roleNames.map(
          (name) =>
            html`<label class="check"
              ><input
                type="radio"
                name="role"
                .checked=${role === name}
                @change=${() => {
                  this.#set({ permissions: roles[name] });
                }}
              />
              <span>${t.roles[name]} <span class="quiet">${t.roleHints[name]}</span></span></label
            >`,
        )}
      </fieldset>
      <details>
        <summary>${t.permissions}</summary>
        ${permissions.map((permission) =>
          check(shared.permissions[permission], form.permissions.includes(permission), (isOn) => {
            const given = permissions.filter((one) => (one === permission ? isOn : form.permissions.includes(one)));
            this.#set({ permissions: given });
          }),
        )}
      </details>`;
  }

  #decision(form: ActForm): unknown {
    return html`<fieldset class="choice">
        <legend>${t.decision}</legend>
        ${(['accept', 'reject'] as const).map(
          (decision) =>
            html`<label class="check"
              ><input
                type="radio"
                name="decision"
                .checked=${form.decision === decision}
                @change=${() => {
                  this.#set({ decision });
                }}
              />
              ${t.decisions[decision]}</label
            >`,
        )}
      </fieldset>
      ${
        form.decision === 'accept'
          ? nothing
          : html`<div class="field">
              <label
                >${t.reason}<textarea
                  rows="2"
                  maxlength="1000"
                  required
                  .value=${form.reason}
                  @input=${typed((reason) => {
                    this.#set({ reason });
                  })}
                ></textarea>
              </label>
            </div>`
      }`;
  }

  protected override render(): unknown {
    if (!me().internal || this.uri === '') return nothing;
    const open = (act: ShipmentAct): unknown =>
      button(t.opens[act], () => {
        this.#open(act);
      });
    const rare = html`${open('withdraw-access')} ${open('decide')}`;
    return html`${open('give-access')} ${open('subscribe')}
      ${this.rest === undefined ? rare : folded(html`${this.rest} ${rare}`)}
      ${this.#done === undefined ? nothing : done(this.#done.text, this.#done.at)}<cg-act></cg-act>`;
  }
}
define('cg-shipment-acts', ShipmentActs);

/** What few come for: nine buttons in two rows hide the ones that many come for (K41). */
const folded = (acts: unknown): unknown => {
  const close = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLElement) currentTarget.closest('details')?.removeAttribute('open');
  };
  return html`<details class="acts-rest">
    <summary class="button">${shared.moreActs}</summary>
    <div
      @click=${close}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') close(event);
      }}
    >
      ${acts}
    </div>
  </details>`;
};

const check = (text: string, isChecked: boolean, set: (isOn: boolean) => void): unknown =>
  html`<label class="check"
    ><input
      type="checkbox"
      .checked=${isChecked}
      @change=${() => {
        set(!isChecked);
      }}
    />
    ${text}</label
  >`;
