/**
 * The documents of a revision, as the node answers them: its statements as Turtle, and what changed as a Change, a
 * SPARQL Update or an RDF Patch (W41 to W43). The address of the page names the displayed ones: `form` and `changes`.
 */
import {
  type Answer,
  ask,
  button,
  copy,
  type Failure,
  html,
  query,
  type ReactiveControllerHost,
  Resource,
  type Route,
  show,
  type TemplateResult,
} from '../core/index.js';
import { historyTexts as t } from '../texts/history.js';
import { choices } from './choices.js';
import { curlOfReading } from './curl.js';
import { sourceView } from './source.js';

const TURTLE = 'text/turtle';

const changeTypes = {
  change: 'application/ld+json',
  'sparql-update': 'application/sparql-update',
  'rdf-patch': 'application/rdf-patch',
} as const;
type ChangeForm = keyof typeof changeTypes;
const isChangeForm = (text: string): text is ChangeForm => Object.hasOwn(changeTypes, text);

/** A revision of an object, and the one that it is compared with; 0 before the first one. */
interface Compared {
  readonly from: number;
  readonly to: number;
}

export class RevisionDocuments {
  readonly #turtle: Resource<Answer>;
  readonly #change: Resource<Answer>;

  constructor(private readonly host: ReactiveControllerHost & { readonly route: Route }) {
    this.#turtle = new Resource(host);
    this.#change = new Resource(host);
  }

  /** Loads the documents that the address of the page names. @param object the path of the object. */
  load(object: string, compared: Compared): void {
    const read = (resource: Resource<Answer>, path: string, accept: string): void => {
      resource.load(`${accept} ${path}`, (signal) => ask(path, { accept, signal }));
    };
    if (this.#isTurtle) read(this.#turtle, revisionPath(object, compared), TURTLE);
    const form = this.#changeForm;
    if (form !== undefined) read(this.#change, changesPath(object, compared), changeTypes[form]);
  }

  /** The parameters of the address that name the documents, for the page of another revision. */
  get parameters(): string {
    const { route } = this.host;
    return query({ form: route.query.get('form') ?? '', changes: route.query.get('changes') ?? '' });
  }

  formChoice(): TemplateResult {
    const current = this.#isTurtle ? 'turtle' : 'values';
    return choices(this.host.route, 'form', { label: t.form, current, values: t.forms }, 'values');
  }

  /** The statements of the revision as Turtle, or as `values` displays them. @param object the URI of the object. */
  statements(object: string, compared: Compared, values: () => unknown): unknown {
    if (!this.#isTurtle) return values();
    const curl = curlButton(TURTLE, revisionPath(object, compared));
    return show(this.#turtle, ({ text }) => sourceView(t.asTurtle, text, t.copyRevision, curl), { lines: 8 });
  }

  changeChoice(): TemplateResult {
    const current = this.#changeForm ?? 'values';
    return choices(this.host.route, 'changes', { label: t.whatChangedForm, current, values: t.changes }, 'values');
  }

  /** What changed as a document, or as `values` displays it. @param object the URI of the object. */
  changes(object: string, compared: Compared, values: () => unknown): unknown {
    const form = this.#changeForm;
    if (form === undefined) return values();
    const curl = curlButton(changeTypes[form], changesPath(object, compared));
    return show(
      this.#change,
      ({ text }) =>
        text === ''
          ? html`<p class="quiet">${t.isSame}</p>`
          : sourceView(t.changes[form], text, t.copyChanges[form], curl),
      { lines: 8, failed: noChange },
    );
  }

  get #isTurtle(): boolean {
    return this.host.route.query.get('form') === 'turtle';
  }

  get #changeForm(): ChangeForm | undefined {
    const text = this.host.route.query.get('changes') ?? '';
    return isChangeForm(text) ? text : undefined;
  }
}

/** The path or URI of a revision. @param object of its object. */
export const revisionPath = (object: string, { to }: Pick<Compared, 'to'>): string => `${object}/revisions/${to}`;

const changesPath = (object: string, { from, to }: Compared): string => `${object}/changes${query({ from, to })}`;

const curlButton = (type: string, address: string): TemplateResult =>
  button(t.curl, () => void copy(curlOfReading(type, address)));

/** Not every difference is a Change; the node says why (W42). */
function noChange({ status, details }: Failure): unknown {
  if (status !== 422) return undefined;
  return html`<div class="notice wait">
    ${details.map(({ message }) => html`<p><cg-text .text=${message}></cg-text></p>`)}
  </div>`;
}
