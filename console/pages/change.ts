/** `…/change`: proposes a change of an object with a form, which the node checks during input. */
import type { ValidationAnswer } from '../../src/console/responses.js';
import {
  type ActDialog,
  ask,
  askJson,
  button,
  consoleApi,
  copy,
  define,
  drafts,
  failed,
  Failure,
  html,
  LD_JSON,
  me,
  navigate,
  nothing,
  pageOf,
  query,
  Resource,
  shared,
  show,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import '../parts/ask-access.js';
import '../parts/add-statement.js';
import { actingAs } from '../parts/acting.js';
import { changeBody, type ChangeDraft, type Edit, operationsOf, readDraft, rebased } from '../parts/change-edits.js';
import { addedRow, leafRow } from '../parts/change-rows.js';
import { leavesOf } from '../parts/change-leaves.js';
import { type DataModel, readModel } from '../parts/model.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import { isHidden, type ObjectRevision, readObject } from '../parts/read-object.js';
import { keyOf, type Statement, typesOf } from '../parts/statements.js';
import { ownRequest } from '../parts/own-request.js';
import { violationsView, warningsView } from '../parts/violations.js';
import { changeTexts as t } from '../texts/change.js';

const CHECK_MS = 500;

class ChangePage extends ObjectPage {
  protected readonly pageTitle = t.title;
  protected readonly tab = 'change';
  readonly #object = new Resource<ObjectRevision>(this);
  readonly #model = new Resource<DataModel>(this);
  #checked: ValidationAnswer | undefined;
  #checking: AbortController | undefined;
  #checkedBody = '';
  #notice = '';

  protected override get named(): NamedObject | undefined {
    return this.#object.value;
  }

  get #draftName(): string {
    return `change ${this.uri}`;
  }

  get #draft(): ChangeDraft {
    return readDraft(drafts.get(this.#draftName));
  }

  override load(): void {
    const path = this.path;
    this.#object.load(this.uri, (signal) => readObject(path, this.uri, undefined, signal));
    this.#model.load('model', (signal) => readModel(signal));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#checking?.abort();
  }

  #set(change: Partial<ChangeDraft>): void {
    const draft: ChangeDraft = { ...this.#draft, ...change };
    const isEmpty = draft.edits.length === 0 && draft.description === '';
    drafts.set(this.#draftName, isEmpty ? '' : JSON.stringify(draft));
    this.requestUpdate();
  }

  #setEdit(statement: Statement, edit: Edit | undefined): void {
    const key = keyOf(statement);
    const others = this.#draft.edits.filter((each) => each.kind === 'add' || keyOf(each.statement) !== key);
    this.#set({ edits: edit === undefined ? others : [...others, edit] });
  }

  protected override render(): unknown {
    return html`${this.head()}
      ${show(this.#object, (value) => show(this.#model, (model) => this.#body(value, model), { lines: 8 }), {
        lines: 8,
        failed: (failure) => this.#failed(failure),
      })} <cg-act></cg-act>`;
  }

  #failed(failure: Failure): unknown {
    if (!isHidden(failure)) return failed(failure, () => void this.#object.reload());
    return html`<div class="notice bad" role="alert">
      <p class="notice-title">${shared.failures[failure.kind]}</p>
      <cg-ask-access .uri=${this.uri}></cg-ask-access>
    </div>`;
  }

  #body(object: ObjectRevision, model: DataModel): unknown {
    const draft = this.#draft;
    const operations = operationsOf(draft.edits);
    const body = changeBody(this.uri, object.number, draft);
    this.#check(operations.length === 0 ? '' : body);
    const properties = model.properties(typesOf(object.statements, this.uri));
    const leaves = leavesOf(object.statements, this.uri, model);
    return html`${this.#revisionNotice()}
      <div class="change">
        <div class="stack">
          <section class="card" aria-labelledby="says">
            <h2 id="says">${t.statements}</h2>
            <dl class="statements edit">
              ${leaves.map((leaf, index) =>
                leafRow(leaf, {
                  name: `leaf-${index}`,
                  model,
                  edits: draft.edits,
                  set: (edit) => {
                    this.#setEdit(leaf.statement, edit);
                  },
                }),
              )}
            </dl>
          </section>
          <section class="card" aria-labelledby="add">
            <h2 id="add">${t.add}</h2>
            ${draft.edits.map((edit) =>
              edit.kind === 'add'
                ? addedRow(edit, () => {
                    this.#set({
                      edits: this.#draft.edits.filter(
                        (each) => each !== edit && JSON.stringify(each) !== JSON.stringify(edit),
                      ),
                    });
                  })
                : nothing,
            )}
            <cg-add-statement
              .model=${model}
              .properties=${properties}
              .present=${leaves.flatMap(({ path: [first] }) => first ?? [])}
              .subject=${this.uri}
              @added=${(event: CustomEvent<Edit>) => {
                this.#set({ edits: [...this.#draft.edits, event.detail] });
              }}
            ></cg-add-statement>
          </section>
        </div>
        <section class="card beside" aria-label=${t.title}>
          <div class="field">
            <label for="why">${t.description}</label>
            <textarea
              id="why"
              rows="2"
              maxlength="2000"
              .defaultValue=${draft.description}
              @input=${(event: Event) => {
                if (event.target instanceof HTMLTextAreaElement) this.#set({ description: event.target.value });
              }}
            ></textarea>
            <p class="hint">${t.descriptionHint}</p>
          </div>
          ${this.#verdict(operations.length)}
          <div class="buttons start">
            ${button({ text: t.send, tone: 'primary', isDisabled: operations.length === 0 }, () => {
              this.#send(body, object.number, operations.length);
            })}
            ${button({ text: t.clear, isDisabled: draft.edits.length === 0 }, () => {
              this.#set({ edits: [] });
            })}
          </div>
          <div class="card-head">
            <h2 id="body">${t.body}</h2>
            ${button({ text: t.copy, tone: 'small' }, () => void copy(body))}
          </div>
          <p class="hint">${t.builtOn(object.number)} ${t.count(operations.length)}</p>
          <pre class="source" tabindex="0" role="region" aria-labelledby="body"><code>${visibleText(body)}</code></pre>
        </section>
      </div>`;
  }

  /** The object has a new revision: the change stays based on the displayed one until the reader rebases it. */
  #revisionNotice(): unknown {
    const { newer } = this.#object;
    if (newer === undefined)
      return this.#notice === '' ? nothing : html`<p class="notice wait" role="status">${this.#notice}</p>`;
    return html`<div class="notice wait" role="status">
      <p>${t.newRevision}</p>
      ${button(t.rebase, () => {
        const { edits } = this.#draft;
        const rebasedEdits = rebased(edits, newer.statements);
        this.#object.showNewer();
        this.#set({ edits: rebasedEdits });
        const dropped = edits.length - rebasedEdits.length;
        this.#notice = t.rebased(newer.number) + (dropped === 0 ? '' : ` ${t.dropped(dropped)}`);
      })}
    </div>`;
  }

  /** Has the node check the change after half a second without input. */
  #check(body: string): void {
    if (body === this.#checkedBody) return;
    this.#checkedBody = body;
    this.#checked = undefined;
    this.#checking?.abort();
    if (body === '') return;
    const controller = new AbortController();
    this.#checking = controller;
    const { signal } = controller;
    const isStopped = (): boolean => signal.aborted;
    const run = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      if (isStopped()) return;
      const path = consoleApi('/validations') + query({ as: 'change', object: this.uri });
      try {
        this.#checked = await askJson<ValidationAnswer>(path, { method: 'POST', body, signal });
      } catch (thrown) {
        // A change that the node cannot check now is checked on submission.
        if (!(thrown instanceof Failure) && !isStopped()) throw thrown;
        return;
      }
      this.requestUpdate();
    };
    void run();
  }

  #verdict(operations: number): TemplateResult {
    const checked = this.#checked;
    if (operations === 0) return html`<p class="quiet" role="status">${t.nothingYet}</p>`;
    if (checked === undefined) return html`<p class="quiet" role="status">${t.checking}</p>`;
    if (checked.fits)
      return html`<p class="notice good" role="status">${t.fits}</p>
        ${warningsView(checked.warnings)}`;
    return html`<div class="notice bad" role="status">
      <p class="notice-title">${t.fitsNot}</p>
      ${violationsView(checked.violations)}
    </div>`;
  }

  /** The request was created. */
  #sent(request: string): void {
    drafts.set(this.#draftName, '');
    navigate(pageOf(request) ?? this.path);
  }

  #send(body: string, revision: number, operations: number): void {
    this.querySelector<ActDialog>(':scope > cg-act')?.open({
      title: t.sendTitle,
      body: () =>
        html`${actingAs()}
          <p><cg-uri .uri=${this.uri} .label=${this.#object.value?.label} .compact=${true}></cg-uri></p>
          <p>${t.sendBody(operations, revision)}</p>
          ${me().internal ? html`<p>${t.sendHolder}</p>` : nothing}
          ${this.#checked?.fits === false ? html`<p class="notice bad">${t.failsAnyway}</p>` : nothing}`,
      confirm: t.confirm,
      isDangerous: true,
      run: async () => {
        const path = this.path;
        const head = await ask(path, { accept: LD_JSON });
        const etag = Number(head.headers.get('revision')) === revision ? head.headers.get('etag') : null;
        const { headers } = await ask(path, {
          method: 'PATCH',
          body,
          headers: etag === null ? {} : { 'If-Match': etag },
        });
        this.#sent(headers.get('location') ?? '');
      },
      wasDone: async (since) => {
        const request = await ownRequest('ChangeRequest', this.uri, since);
        if (request !== undefined) this.#sent(request);
        return request !== undefined;
      },
    });
  }
}
define('cg-change', ChangePage);
