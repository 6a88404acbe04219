/** `/new/<Class>`: makes a new object with all that is nested in it, in one request (K6, K7). */
import type { FormList } from '../../src/console/responses.js';
import {
  type Act,
  announce,
  ask,
  button,
  changed,
  config,
  consoleApi,
  define,
  empty,
  failed,
  html,
  LD_JSON,
  me,
  navigate,
  newKey,
  nothing,
  Page,
  pageOf,
  query,
  replace,
  Resource,
  show,
  type TemplateResult,
  uriAt,
  withQuery,
} from '../core/index.js';
import { bodyOf, type FormBody } from '../forms/body.js';
import { newObject, withWaybillKind } from '../forms/presets.js';
import { type FormObject, isEmptyObject, objectAt, objectsOf, readFormObject, withObject } from '../forms/values.js';
import { actingAs } from '../parts/acting.js';
import { Acts } from '../parts/acts.js';
import { FormCheck, type FormMessages, messagesOf, placeIn } from '../parts/form-check.js';
import { copiedValues, readRecord, type Record } from '../parts/form-copy.js';
import { FormDraft, saveTemplate, type StoredForm } from '../parts/form-drafts.js';
import type { FormEditor } from '../parts/form-editor.js';
import { FormLibrary } from '../parts/form-library.js';
import { verdict } from '../parts/form-verdict.js';
import { numberText, objectText } from '../parts/form-words.js';
import { askBeforeLeaving } from '../parts/leaving.js';
import { formsTexts as t } from '../texts/forms.js';

/** What the form is filled from. */
type Source =
  | { readonly kind: 'new' }
  | { readonly kind: 'record'; readonly record: Record }
  | { readonly kind: 'stored'; readonly stored: StoredForm };

class NewPage extends Page {
  readonly #library = new FormLibrary(() => {
    this.requestUpdate();
  });
  readonly #list = new Resource<FormList>(this);
  readonly #source = new Resource<Source>(this);
  readonly #check = new FormCheck(() => {
    this.requestUpdate();
  });
  readonly #acts = new Acts(this, () => Promise.resolve());
  #draft = this.#newDraft();
  #value: FormObject | undefined;
  #filledFrom = '';
  #hasEditor = false;
  /** Begins the ids of the objects in what is only checked. */
  readonly #checkId = newKey();
  #stop: (() => void)[] = [];

  #newDraft(): FormDraft {
    return new FormDraft(
      () => {
        this.requestUpdate();
      },
      (id) => {
        this.#filledFrom = sourceKey(this.#name, { draft: id });
        replace(withQuery(this.route, { draft: id, copy: undefined, template: undefined, number: undefined }));
      },
    );
  }

  /** The IRI of the class, or its local name. */
  get #name(): string {
    return this.route.params['class'] ?? '';
  }

  get #type(): string {
    const name = this.#name;
    return name.includes(':') ? name : config().namespaces.cargo + name;
  }

  get #label(): string {
    return this.#library.formOf(this.#type)?.label ?? this.#name;
  }

  override get heading(): string {
    return t.newOf(this.#label);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#library.connect();
    this.#stop.push(askBeforeLeaving(() => this.#draft.isUnsaved));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stop.splice(0)) stop();
    this.#library.disconnect();
    this.#check.stop();
    this.#draft.stop();
  }

  /** The form is loaded beside the page. */
  async #loadEditor(): Promise<void> {
    await import('../parts/form-editor.js');
    this.#hasEditor = true;
    this.requestUpdate();
  }

  override load(): void {
    void this.#loadEditor();
    this.#list.read(consoleApi('/forms'));
    const { query: asked } = this.route;
    const [draftId, template, copied] = ['draft', 'template', 'copy'].map((name) => asked.get(name) ?? undefined);
    const key = sourceKey(this.#name, { draft: draftId, template, copy: copied });
    if (key === this.#filledFrom) return;
    this.#filledFrom = key;
    this.#value = undefined;
    this.#draft = this.#newDraft();
    const draft = this.#draft;
    this.#source.load(key, async (signal): Promise<Source> => {
      const stored = draftId ?? template;
      if (stored !== undefined) return { kind: 'stored', stored: await draft.open(stored, signal) };
      if (copied === undefined) return { kind: 'new' };
      const uri = copied.includes(':') ? copied : uriAt(`/logistics-objects/${copied}`);
      return { kind: 'record', record: await readRecord(uri, true, signal) };
    });
  }

  /** Fills the form once all that it needs is there. */
  #filled(source: Source): FormObject | undefined {
    if (this.#value !== undefined) return this.#value;
    const library = this.#library;
    if (source.kind === 'record') {
      const forms = source.record.classes.map((type) => library.formOf(type));
      if (forms.some((form) => form === undefined) || library.formOf(this.#type) === undefined) return undefined;
      const copied = copiedValues(source.record, library);
      // What a new form begins with, such as the waybill, is there where the copied object has none of its own.
      const { fields } = newObject(this.#type, library.namespaces);
      this.#value = { ...copied, fields: { ...fields, ...copied.fields } };
    } else if (source.kind === 'stored')
      this.#value = this.#inLanguage(readFormObject(source.stored.values)) ?? newObject(this.#type, library.namespaces);
    else {
      const made = newObject(this.#type, library.namespaces);
      const number = this.route.query.get('number');
      this.#value = number === null ? made : withNumber(made, number);
    }
    return this.#value;
  }

  /** The object that the form was made from, at once or by a draft or template. */
  get #copied(): string | undefined {
    const source = this.#source.value;
    if (source?.kind === 'record') return source.record.uri;
    return source?.kind === 'stored' ? (source.stored.copyOf ?? undefined) : undefined;
  }

  /** Numbers of a draft are shown in the reader's language, whichever they were typed in. */
  #inLanguage(value: FormObject | undefined): FormObject | undefined {
    if (value === undefined) return undefined;
    let visible = value;
    for (const { path } of objectsOf(value))
      visible = withObject(visible, path, (object) => ({
        ...object,
        fields: Object.fromEntries(
          Object.entries(object.fields).map(([property, entries]) => [
            property,
            entries.map((entry) =>
              entry.kind === 'text' && entry.decimal !== undefined
                ? { ...entry, text: numberText(entry.decimal) }
                : entry,
            ),
          ]),
        ),
      }));
    return visible;
  }

  #changed(value: FormObject): void {
    let now = value;
    for (const { path } of objectsOf(value))
      now = withObject(now, path, (object) => withWaybillKind(object, this.#library.namespaces));
    this.#value = now;
    this.#draft.changed({
      ...{ form: this.#name, title: objectText(now, this.#library), values: now },
      copyOf: this.#copied,
    });
    this.requestUpdate();
  }

  protected override render(): unknown {
    const isUnknown = this.#list.value !== undefined && this.#library.isMissing(this.#type);
    return html`<div class="page-head">
        <div><h1>${t.newOf(this.#label)}</h1></div>
      </div>
      ${
        isUnknown
          ? empty(t.unknownClass)
          : show(this.#source, (source) => this.#form(source), {
              lines: 8,
              failed: (failure) =>
                failure.kind === 'not-found' ? empty(t.noDraft) : failed(failure, () => void this.#source.reload()),
            })
      }
      ${this.#acts.dialog}`;
  }

  #form(source: Source): unknown {
    const value = this.#filled(source);
    if (value === undefined || !this.#hasEditor) return html`<p aria-busy="true">${t.checking}</p>`;
    const isWhole = this.#library.isWhole(value);
    const body = isWhole ? this.#body(value) : undefined;
    const isEmpty = isEmptyObject(value);
    if (body !== undefined) {
      const checked = isEmpty
        ? ''
        : this.#body(value, (index) => uriAt(`/logistics-objects/${this.#checkId}-${index}`)).text;
      this.#check.check(consoleApi(`/validations${query({ as: 'object' })}`), checked);
    }
    const messages = this.#messages(value, body);
    return html`${
        source.kind === 'record' ? html`<p class="notice">${t.copyOf(objectText(value, this.#library))}</p>` : nothing
      }
      <div class="form-page">
        <cg-form
          .value=${value}
          .library=${this.#library}
          .isNew=${true}
          .messages=${messages.at}
          @changed=${({ detail }: CustomEvent<FormObject>) => {
            this.#changed(detail);
          }}
        ></cg-form>
        <section class="form-end" aria-label=${t.create}>
          ${verdict({
            messages,
            isEmpty,
            answer: this.#check.answer,
            go: (place) => {
              this.querySelector<FormEditor>('cg-form')?.show(place);
            },
          })}
          <div class="buttons start">
            ${button(
              {
                text: t.create,
                tone: 'primary',
                isDisabled:
                  isEmpty || body === undefined || body.problems.length > 0 || this.#check.answer?.fits === false,
              },
              () => {
                if (body !== undefined) this.#acts.open(this.#create(body));
              },
            )}
            ${button({ text: t.saveTemplate, isDisabled: isEmpty }, () => {
              this.#acts.open(this.#template(value));
            })}
            <span class="hint" role="status">${this.#draft.words}</span>
          </div>
        </section>
      </div>
      ${this.#acts.outcome}`;
  }

  #body(value: FormObject, idOf?: (index: number) => string): FormBody {
    const { cargo } = config().namespaces;
    return bodyOf(value, this.#library, { cargo }, idOf);
  }

  #messages(value: FormObject, body: FormBody | undefined): FormMessages {
    return messagesOf({
      problems: body?.problems ?? [],
      violations: this.#check.answer?.violations ?? [],
      placeOf: placeIn(body?.places ?? new Map()),
      typeAt: (path) => objectAt(value, path)?.type ?? '',
      model: this.#library,
    });
  }

  /** "1 shipment, 40 pieces, 1 waybill". */
  #counted({ counts }: FormBody): string {
    const { cargo } = config().namespaces;
    const words = { Shipment: t.shipments, Piece: t.pieces, Waybill: t.waybills };
    const order = ['Shipment', 'Piece', 'Waybill'].map((name) => cargo + name);
    const rank = (type: string): number => (order.includes(type) ? order.indexOf(type) : 9);
    const targets = [...counts].filter(([type]) => this.#list.value?.items.some((item) => item.type === type) === true);
    return targets
      .sort(([one], [other]) => rank(one) - rank(other))
      .map(([type, count]) => {
        const name = type.slice(cargo.length);
        if (name === 'Shipment' || name === 'Piece' || name === 'Waybill') return words[name](count);
        return t.ofKind(count, this.#library.formOf(type)?.label ?? name);
      })
      .join(', ');
  }

  #create(body: FormBody): Act {
    return {
      title: t.createTitle,
      body: (): TemplateResult =>
        html`${actingAs()}
          <p><strong>${this.#counted(body)}</strong></p>
          <p>${t.createBody}</p>`,
      confirm: t.createConfirm,
      isDangerous: false,
      run: async (key) => {
        const { headers } = await ask('/logistics-objects', {
          method: 'POST',
          headers: { 'Content-Type': LD_JSON },
          body: body.text,
          key,
        });
        await this.#draft.end();
        announce(t.created);
        changed();
        navigate(pageOf(headers.get('location') ?? '') ?? '/logistics-objects');
      },
    };
  }

  #template(value: FormObject): Act {
    let title = objectText(value, this.#library).slice(0, 200);
    let isInternal = false;
    return {
      title: t.templateTitle,
      body: () =>
        html`<div class="field">
            <label for="template-name">${t.templateName}</label>
            <input
              id="template-name"
              maxlength="200"
              .defaultValue=${title}
              @input=${(event: Event) => {
                if (event.target instanceof HTMLInputElement) title = event.target.value;
              }}
            />
          </div>
          ${
            me().internal
              ? html`<label class="check"
                  ><input
                    type="checkbox"
                    @change=${(event: Event) => {
                      if (event.target instanceof HTMLInputElement) isInternal = event.target.checked;
                    }}
                  />
                  ${t.templateInternal}</label
                >`
              : nothing
          }`,
      confirm: t.templateConfirm,
      isDangerous: false,
      run: async () => {
        await saveTemplate(
          { form: this.#name, title, values: value, copyOf: this.#copied },
          isInternal ? 'internal' : 'own',
        );
        await this.#acts.done(t.templateSaved);
      },
    };
  }
}
define('cg-new', NewPage);

/** What a form is filled from, as a key: another one fills it anew. */
const sourceKey = (
  name: string,
  {
    draft = '',
    template = '',
    copy = '',
  }: {
    readonly draft?: string | undefined;
    readonly template?: string | undefined;
    readonly copy?: string | undefined;
  },
): string => [name, draft, template, copy].join('\n');

/** The form of a shipment or a waybill with a number that was looked for. */
function withNumber(object: FormObject, text: string): FormObject {
  const found = [...objectsOf(object)].find(({ object: { type } }) => type.endsWith('#Waybill'));
  if (found === undefined) return object;
  return withObject(object, found.path, (waybill) => ({ ...waybill, number: { text, isUnchecked: false } }));
}
