/** `…/change` and `…/correct`: the form of an object, filled from its latest revision, proposed or saved (K17, K20). */
import type { RequestsAnswer, NotifiedPartiesAnswer } from '../../src/console/responses.js';
import {
  type Act,
  ask,
  button,
  changed,
  config,
  consoleApi,
  copy,
  define,
  drafts,
  failed,
  type Failure,
  html,
  LD_JSON,
  listOf,
  me,
  navigate,
  nothing,
  pageOf,
  query,
  Resource,
  shared,
  show,
  type TemplateResult,
  typed,
  visibleText,
  whenLoaded,
} from '../core/index.js';
import { changeBody, type Changes, changesOf, type FieldChange, rebased } from '../forms/changes.js';
import { type FormObject, objectAt, readFormObject } from '../forms/values.js';
import { fieldOf } from '../forms/whole-form.js';
import { actingAs } from '../parts/acting.js';
import { Acts } from '../parts/acts.js';
import { agentName } from '../parts/agent-name.js';
import { FormCheck, type FormMessages, messagesOf } from '../parts/form-check.js';
import { valuesOf } from '../parts/form-copy.js';
import type { FormEditor } from '../parts/form-editor.js';
import { FormLibrary } from '../parts/form-library.js';
import { verdict } from '../parts/form-verdict.js';
import { entryText } from '../parts/form-words.js';
import { askBeforeLeaving } from '../parts/leaving.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { isHidden, type ObjectRevision, readObject } from '../parts/read-object.js';
import { formsTexts as t } from '../texts/forms.js';

class ChangePage extends ObjectPage {
  protected readonly tab = 'change';
  readonly #library = new FormLibrary(() => {
    this.requestUpdate();
  });
  readonly #object = new Resource<ObjectRevision>(this);
  readonly #rivals = new Resource<RequestsAnswer>(this);
  readonly #told = new Resource<NotifiedPartiesAnswer>(this);
  readonly #check = new FormCheck(() => {
    this.requestUpdate();
  });
  readonly #acts = new Acts(this, () => Promise.resolve());
  /** What was read, which the changes are built on. */
  #before: { readonly revision: number; readonly values: FormObject } | undefined;
  #value: FormObject | undefined;
  /** What was typed on a former revision. */
  #former: { readonly before: FormObject; readonly typed: FormObject } | undefined;
  #notice = '';
  #hasEditor = false;
  #stop: (() => void)[] = [];

  get #isCorrection(): boolean {
    return this.route.name === 'correct';
  }

  protected get pageTitle(): string {
    return this.#isCorrection ? t.correctTitle : t.changeTitle;
  }

  protected override get named(): NamedObject | undefined {
    return this.#object.value;
  }

  /** What was typed survives a sign-in. */
  get #draftName(): string {
    return `change ${this.uri}`;
  }

  get #reasonName(): string {
    return `reason ${this.uri}`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#library.connect();
    this.#stop.push(askBeforeLeaving(() => this.#value !== undefined && this.#value !== this.#before?.values));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stop.splice(0)) stop();
    this.#library.disconnect();
    this.#check.stop();
  }

  get #editor(): FormEditor | null {
    return this.querySelector<FormEditor>('cg-form');
  }

  /** The form is loaded beside the object. */
  async #loadEditor(): Promise<void> {
    await import('../parts/form-editor.js');
    this.#hasEditor = true;
    this.requestUpdate();
  }

  override load(): void {
    void this.#loadEditor();
    const path = this.path;
    this.#object.load(this.uri, (signal) => readObject(path, this.uri, undefined, signal));
    if (this.#isCorrection) this.#told.read(this.api('/telling'));
    this.#rivals.read(
      consoleApi('/requests') +
        query({ type: 'ChangeRequest', object: this.uri, status: 'REQUEST_PENDING', limit: 50 }),
    );
  }

  /** Fills the form once the forms of its classes are there. */
  #fill(object: ObjectRevision): { readonly before: FormObject; readonly value: FormObject } | undefined {
    if (this.#before === undefined) {
      const types = new Set(object.statements.filter(({ p }) => p.endsWith('#type')).map(({ o }) => o.value));
      const needed = [...types].filter((type) => !type.endsWith('#LogisticsObject') || types.size === 1);
      if (needed.some((type) => this.#library.formOf(type) === undefined && !this.#library.isMissing(type)))
        return undefined;
      this.#before = { revision: object.number, values: valuesOf(object, this.uri, this.#library) };
      const { values } = this.#before;
      this.#value =
        this.#former === undefined
          ? (this.#restored() ?? values)
          : rebased(this.#former.before, this.#former.typed, values);
      this.#former = undefined;
    }
    return { before: this.#before.values, value: this.#value ?? this.#before.values };
  }

  /** What was typed before a sign-in, if it is built on the same revision. */
  #restored(): FormObject | undefined {
    const text = drafts.get(this.#draftName);
    if (text === '') return undefined;
    // Written by this page, in this tab.
    const { revision, value } = JSON.parse(text) as { revision: number; value: FormObject };
    return revision === this.#before?.revision && readFormObject(value) !== undefined ? value : undefined;
  }

  #set(value: FormObject | undefined): void {
    this.#value = value;
    const { revision } = this.#before ?? {};
    drafts.set(this.#draftName, value === undefined ? '' : JSON.stringify({ revision, value }));
    this.requestUpdate();
  }

  protected override render(): unknown {
    return html`${this.head()}
    ${show(this.#object, (object) => this.#body(object), { lines: 8, failed: (failure) => this.#failed(failure) })}
    ${this.#acts.dialog}`;
  }

  #failed(failure: Failure): unknown {
    if (isHidden(failure)) whenLoaded(import('../parts/ask-access.js'));
    else return failed(failure, () => void this.#object.reload());
    return html`<div class="notice bad" role="alert">
      <p class="notice-title">${shared.failures[failure.kind]}</p>
      <cg-ask-access .uri=${this.uri}></cg-ask-access>
    </div>`;
  }

  #body(object: ObjectRevision): unknown {
    const filled = this.#fill(object);
    if (filled === undefined || !this.#hasEditor) return html`<p aria-busy="true">${t.checking}</p>`;
    const { before, value } = filled;
    const isWhole = this.#library.isWhole(value);
    const changes = changesOf(this.uri, before, value, this.#library);
    const isEmpty = changes.operations.length === 0 && changes.problems.length === 0;
    const revision = this.#before?.revision ?? object.number;
    const body = changeBody(this.uri, revision, {
      operations: changes.operations,
      description: drafts.get(this.#reasonName),
      api: config().namespaces.api,
    });
    const path = consoleApi(`/validations${query({ as: 'change', object: this.uri })}`);
    this.#check.check(path, changes.operations.length === 0 ? '' : body);
    const messages = this.#messages(value, changes);
    const isDisabled = changes.operations.length === 0 || changes.problems.length > 0 || !isWhole;
    const press = (): void => {
      this.#acts.open(this.#isCorrection ? this.#save(changes, body) : this.#propose(changes, body, revision));
    };
    return html`${this.#revisionNotice()}
      <div class="form-page">
        <cg-form
          .value=${value}
          .library=${this.#library}
          .isNew=${false}
          .messages=${messages.at}
          .name=${'change'}
          @changed=${({ detail }: CustomEvent<FormObject>) => {
            this.#set(detail);
          }}
        ></cg-form>
        <section class="form-end" aria-label=${this.pageTitle}>
          ${this.#changesTable(changes.fields, value)}
          <div class="field">
            <label for="why">${t.reason}</label>
            <textarea
              id="why"
              rows="2"
              maxlength="2000"
              .defaultValue=${drafts.get(this.#reasonName)}
              @input=${typed((text) => {
                drafts.set(this.#reasonName, text);
                this.requestUpdate();
              })}
            ></textarea>
            <p class="hint">${t.reasonHint}</p>
          </div>
          ${
            isEmpty
              ? html`<p class="quiet" role="status">${t.noChange}</p>`
              : verdict({
                  messages,
                  isEmpty: false,
                  answer: this.#check.answer,
                  go: (place) => {
                    this.#editor?.show(place);
                  },
                })
          }
          <div class="buttons start">
            ${button({ text: this.#isCorrection ? t.save : t.propose, tone: 'primary', isDisabled }, press)}
            ${button({ text: t.startAgain, isDisabled: isEmpty }, () => {
              this.#set(undefined);
              this.#value = this.#before?.values;
            })}
          </div>
          <details>
            <summary>${t.body}</summary>
            ${button({ text: t.copy, tone: 'small' }, () => void copy(body))}
            <pre class="source" tabindex="0" role="region" aria-label=${t.body}><code>${visibleText(body)}</code></pre>
          </details>
        </section>
      </div>`;
  }

  #messages(value: FormObject, { problems, operations }: Changes): FormMessages {
    const added = new Set(operations.map(({ p }) => p));
    return messagesOf({
      problems,
      violations: this.#check.answer?.violations ?? [],
      // A violation of the new revision names its property: it is shown at the object's own field.
      placeOf: ({ property, resource }) =>
        property !== null && added.has(property) && (resource === null || resource === this.uri)
          ? { path: [], property }
          : undefined,
      typeAt: (path) => objectAt(value, path)?.type ?? '',
      model: this.#library,
    });
  }

  /** Somebody else changed it meanwhile: the changes stay built on what was read until the reader decides. */
  #revisionNotice(): unknown {
    const { newer } = this.#object;
    if (newer === undefined || newer.number === this.#before?.revision)
      return this.#notice === '' ? nothing : html`<p class="notice wait" role="status">${this.#notice}</p>`;
    return html`<div class="notice wait" role="status">
      <p>${t.newRevision}</p>
      ${button(t.rebase, () => {
        const number = newer.number;
        this.#object.showNewer();
        if (this.#before !== undefined && this.#value !== undefined)
          this.#former = { before: this.#before.values, typed: this.#value };
        this.#before = undefined;
        this.#set(undefined);
        this.#notice = t.rebased(number);
      })}
    </div>`;
  }

  /** Before → after of each field (K20). */
  #changesTable(fields: readonly FieldChange[], value: FormObject): TemplateResult | typeof nothing {
    if (fields.length === 0) return nothing;
    const type = (path: FieldChange['path']): string => objectAt(value, path)?.type ?? '';
    return html`<table class="before-after">
      <thead>
        <tr>
          <th scope="col">${t.field}</th>
          <th scope="col">${t.before}</th>
          <th scope="col">${t.after}</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(({ path, property, before, after }) => {
          const field = fieldOf(this.#library, type(path), property);
          const visible = (entry: FieldChange['before']): TemplateResult =>
            visibleText(entryText(entry, field, this.#library));
          return html`<tr>
            <th scope="row">${visibleText(field.label)}</th>
            <td><del>${visible(before)}</del></td>
            <td><ins>${visible(after)}</ins></td>
          </tr>`;
        })}
      </tbody>
    </table>`;
  }

  #propose(changes: Changes, body: string, revision: number): Act {
    return {
      title: t.proposeTitle,
      body: () =>
        html`${actingAs()} ${this.#changesTable(changes.fields, this.#value ?? { type: '', fields: {} })}
          <p>${t.proposeBody(revision)}</p>
          ${me().internal ? html`<p>${t.proposeHolder}</p>` : nothing}
          ${this.#check.answer?.fits === false ? html`<p class="notice bad">${t.failsAnyway}</p>` : nothing}`,
      confirm: t.proposeConfirm,
      isDangerous: true,
      tone: 'primary',
      run: async (key) => {
        const headers = await this.#condition(revision);
        this.#sent(await ask(this.path, { method: 'PATCH', body, key, headers }));
      },
    };
  }

  /** Correct: one press saves it (K19). */
  #save(changes: Changes, body: string): Act {
    return {
      title: t.saveTitle,
      body: () =>
        html`${actingAs()} ${this.#changesTable(changes.fields, this.#value ?? { type: '', fields: {} })}
        ${this.#consequences()}`,
      confirm: t.saveConfirm,
      isDangerous: false,
      run: async (key) => {
        this.#sent(await ask(this.api('/corrections'), { method: 'POST', body, key }));
      },
    };
  }

  /** Rivals that fall, and who will be told. */
  #consequences(): TemplateResult {
    const rivals = (this.#rivals.value?.items ?? []).filter(({ builtOn }) => builtOn === this.#before?.revision);
    return html`${
      rivals.length === 0
        ? html`<p>${t.noRivals}</p>`
        : html`<p>${t.rivals(rivals.length)}</p>
            <ul>
              ${rivals.map(({ uri, requestedByLabel, requestedBy, description }) => {
                const text = [requestedByLabel ?? requestedBy, description].filter((one) => one !== null).join(': ');
                return html`<li><cg-uri .uri=${uri} .label=${text} .compact=${true}></cg-uri></li>`;
              })}
            </ul>`
    }
    ${this.#notifiedWords()}`;
  }

  /** Who is subscribed to it. */
  #notifiedWords(): TemplateResult | typeof nothing {
    const { value } = this.#told;
    if (value === undefined) return nothing;
    const names = value.items
      .filter(({ subscription, state }) => subscription !== null && state !== 'own')
      .map(({ label, agent }) => agentName(agent, label));
    return html`<p>${names.length === 0 ? t.notifiedNobody : visibleText(t.told(listOf([...new Set(names)])))}</p>`;
  }

  async #condition(revision: number): Promise<Readonly<Record<string, string>>> {
    const { headers } = await ask(this.path, { accept: LD_JSON });
    const etag = Number(headers.get('revision')) === revision ? headers.get('etag') : null;
    return etag === null ? {} : { 'If-Match': etag };
  }

  #sent({ headers }: { readonly headers: Headers }): void {
    this.#set(undefined);
    this.#value = this.#before?.values;
    drafts.set(this.#reasonName, '');
    changed();
    const request = headers.get('location') ?? '';
    navigate(this.#isCorrection ? this.path : (pageOf(request) ?? this.path));
  }
}
define('cg-change', ChangePage);
