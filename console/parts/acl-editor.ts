/** `<cg-acl-editor>`: the access control list as a form and as source, saved with `If-Match`. */
import type { Permission } from '../../src/console/responses.js';
import {
  type ActDialog,
  announce,
  ask,
  button,
  changed,
  define,
  drafts,
  html,
  LightElement,
  LD_JSON,
  N_TRIPLES,
  nothing,
  property,
  Resource,
  shared,
  show,
  type TemplateResult,
} from '../core/index.js';
import { accessTexts as t } from '../texts/access.js';
import { type AclForm, type AclRow, isComplete, permissions, readAcl, writeAcl } from './acl.js';
import { actingAs, done } from './acting.js';
import { agentName } from './agent-name.js';
import './partner-field.js';
import type { Partner } from './partner-field.js';
import { parseNTriples } from './statements.js';

interface StoredAcl extends AclForm {
  readonly etag: string | null;
  readonly source: string;
}

class AclEditor extends LightElement {
  /** The path of the list. */
  @property() accessor path = '';
  readonly #stored = new Resource<StoredAcl>(this);
  #rows: readonly AclRow[] | undefined;
  #mode: 'form' | 'source' = 'form';
  #savedAt: Date | undefined;
  /** The names of partners that were chosen. */
  readonly #names = new Map<string, string>();

  get #draft(): string {
    return `acl ${this.path}`;
  }

  protected override willUpdate(changedValues: Map<PropertyKey, unknown>): void {
    if (!changedValues.has('path')) return;
    this.#rows = undefined;
    if (drafts.get(this.#draft) !== '') this.#mode = 'source';
    this.#stored.load(this.path, (signal) => this.#read(signal));
  }

  async #read(signal: AbortSignal): Promise<StoredAcl> {
    const { text } = await ask(this.path, { accept: N_TRIPLES, signal });
    const { text: source, headers } = await ask(this.path, { accept: LD_JSON, signal });
    return { ...readAcl(parseNTriples(text)), source, etag: headers.get('etag') };
  }

  protected override render(): unknown {
    return html`${show(this.#stored, (stored) => this.#editor(stored), { lines: 5 })}<cg-act></cg-act>`;
  }

  #editor(stored: StoredAcl): TemplateResult {
    const isSource = this.#mode === 'source' || stored.hasGroups;
    const tab = (mode: 'form' | 'source', text: string): TemplateResult =>
      html`<button
        type="button"
        class="small"
        aria-pressed=${String(isSource === (mode === 'source'))}
        ?disabled=${mode === 'form' && stored.hasGroups}
        @click=${() => {
          this.#show(mode, stored);
        }}
      >
        ${text}
      </button>`;
    return html`<div class="row-acts" role="group" aria-label=${t.write}>
        ${tab('form', t.form)} ${tab('source', t.source)}
      </div>
      ${stored.hasGroups ? html`<p class="hint">${t.groups}</p>` : nothing}
      ${this.#savedAt === undefined ? nothing : done(t.saved, this.#savedAt)}
      ${isSource ? this.#source(stored) : this.#form(stored)}`;
  }

  #show(mode: 'form' | 'source', stored: StoredAcl): void {
    // The source starts with the edits of the form.
    if (mode === 'source' && this.#rows !== undefined) drafts.set(this.#draft, writeAcl(this.#rows));
    if (mode === 'form') {
      drafts.set(this.#draft, '');
      this.#rows = stored.rows;
    }
    this.#mode = mode;
    this.requestUpdate();
  }

  #set(rows: readonly AclRow[]): void {
    this.#rows = rows;
    this.requestUpdate();
  }

  #form(stored: StoredAcl): TemplateResult {
    const rows = this.#rows ?? stored.rows;
    const isChanged = JSON.stringify(rows) !== JSON.stringify(stored.rows);
    const isReady = rows.every(isComplete);
    return html`${rows.length === 0 ? html`<p class="quiet">${t.emptyList}</p>` : nothing}
      ${rows.map((row, index) => this.#row(row, index, rows))}
      <div class="buttons start">
        ${button(t.add, () => {
          this.#set([...rows, { agents: [], everyone: false, permissions: ['GET_LOGISTICS_OBJECT'] }]);
        })}
        ${button({ text: t.save, tone: 'primary', isDisabled: !isChanged || !isReady }, () => {
          this.#save(
            writeAcl(rows),
            stored,
            rows.length === 0 ? t.saveClear : t.saveBody(rows.length),
            rows.length === 0,
          );
        })}
        <span class="hint">${isChanged ? (isReady ? '' : t.incomplete) : t.unchanged}</span>
      </div>`;
  }

  #row(row: AclRow, index: number, rows: readonly AclRow[]): TemplateResult {
    const set = (values: Partial<AclRow>): void => {
      this.#set(rows.map((each, at) => (at === index ? { ...each, ...values } : each)));
    };
    return html`<fieldset class="entry">
      <legend>${t.entry(index + 1)}</legend>
      <cg-partners-field
        .label=${t.agents}
        .value=${row.agents.map((uri) => ({ uri, label: agentName(uri, this.#names.get(uri) ?? null) }))}
        @chosen=${({ detail }: CustomEvent<readonly Partner[]>) => {
          for (const { uri, label } of detail) this.#names.set(uri, label);
          set({ agents: detail.map(({ uri }) => uri) });
        }}
      ></cg-partners-field>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${row.everyone}
          @change=${() => {
            set({ everyone: !row.everyone });
          }}
        />
        ${t.everyoneMay}</label
      >
      <div class="choice" role="group" aria-label=${t.permissions}>
        ${permissions.map((permission) => this.#permission(row, permission, set))}
      </div>
      ${button({ text: t.remove, tone: 'small' }, () => {
        this.#set(rows.filter((_, at) => at !== index));
      })}
    </fieldset>`;
  }

  #permission(row: AclRow, permission: Permission, set: (values: Partial<AclRow>) => void): TemplateResult {
    const has = row.permissions.includes(permission);
    return html`<label class="check"
      ><input
        type="checkbox"
        .checked=${has}
        @change=${() => {
          set({
            permissions: permissions.filter((one) => (one === permission ? !has : row.permissions.includes(one))),
          });
        }}
      />
      ${shared.permissions[permission]}</label
    >`;
  }

  #source(stored: StoredAcl): TemplateResult {
    const text = drafts.get(this.#draft) === '' ? stored.source : drafts.get(this.#draft);
    return html`<div class="field">
        <label for="acl-source">${t.sourceLabel}</label>
        <textarea
          id="acl-source"
          class="code-input"
          rows="14"
          spellcheck="false"
          .defaultValue=${text}
          @input=${(event: Event) => {
            if (!(event.target instanceof HTMLTextAreaElement)) return;
            drafts.set(this.#draft, event.target.value);
            this.requestUpdate();
          }}
        ></textarea>
      </div>
      <div class="buttons start">
        ${button({ text: t.save, tone: 'primary', isDisabled: drafts.get(this.#draft) === '' }, () => {
          this.#save(drafts.get(this.#draft), stored, t.saveSource, false);
        })}
      </div>`;
  }

  #save(body: string, { etag }: StoredAcl, consequence: string, clear: boolean): void {
    this.querySelector<ActDialog>('cg-act')?.open({
      title: t.saveTitle,
      body: () =>
        html`${actingAs()}
          <p>${consequence}</p>`,
      confirm: t.saveConfirm,
      isDangerous: true,
      run: async () => {
        await ask(this.path + (clear ? '?clear=true' : ''), {
          method: 'PUT',
          body,
          headers: etag === null ? {} : { 'If-Match': etag },
        });
        drafts.set(this.#draft, '');
        this.#rows = undefined;
        this.#mode = 'form';
        this.#savedAt = new Date();
        announce(t.saved);
        await this.#stored.reload();
        this.dispatchEvent(new CustomEvent('access-changed', { bubbles: true }));
        changed();
      },
    });
  }
}
define('cg-acl-editor', AclEditor);
