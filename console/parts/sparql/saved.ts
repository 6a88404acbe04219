/** Saved questions: those of docs/analytics.md, with this node's URIs, and fields for their parameters. */
import { config, href, html, nothing, type TemplateResult } from '../../core/index.js';
import { savedTexts as t } from '../../texts/saved-questions.js';
import { type SavedQuestion, savedQuestions } from './questions.js';

const DOCUMENTED_BASE = 'http://localhost:8080';
const DOCUMENTED_CODE_LISTS = 'https://onerecord.iata.org/ns/code-lists/';

/** A value in a question that the reader can replace. */
export interface QuestionField {
  readonly kind: 'object' | 'time' | 'duration';
  /** The value as written in the query. */
  readonly value: string;
}

/** With the base and the namespaces of this node. */
function ofThisNode(question: SavedQuestion): SavedQuestion {
  const { base, namespaces } = config();
  const query = question.query
    .replaceAll(DOCUMENTED_BASE, base)
    .replaceAll(DOCUMENTED_CODE_LISTS, namespaces.codeLists);
  return { ...question, query };
}

export function savedQuestion(slug: string): SavedQuestion | undefined {
  const found = savedQuestions.find((question) => question.slug === slug);
  return found && ofThisNode(found);
}

const LITERAL = /"([^"\\]*)"\^\^xsd:(dateTime|dayTimeDuration)/g;

/** The parameters of a query: URIs of objects, times and durations. */
export function fieldsOf(query: string): QuestionField[] {
  const objects = `${config().base}/logistics-objects/`;
  const uris = Array.from(query.matchAll(/<([^<>\s]*)>/g), ([, uri = '']) => uri).filter((uri) =>
    uri.startsWith(objects),
  );
  const named = new Set(uris.flatMap((uri) => objects + (/^[^/]+/.exec(uri.slice(objects.length))?.[0] ?? '')));
  named.delete(objects);
  const literals = Array.from(query.matchAll(LITERAL), ([, value = '', type]): QuestionField => ({
    kind: type === 'dateTime' ? 'time' : 'duration',
    value,
  }));
  return [...Array.from(named, (value): QuestionField => ({ kind: 'object', value })), ...literals];
}

/** The query with another value for a parameter; undefined for an invalid value. */
export function withField(query: string, { kind, value }: QuestionField, next: string): string | undefined {
  if (kind !== 'object') {
    const type = kind === 'time' ? 'dateTime' : 'dayTimeDuration';
    return /["\\\s]/.test(next)
      ? undefined
      : query.replaceAll(`"${value}"^^xsd:${type}`, () => `"${next}"^^xsd:${type}`);
  }
  // An id is enough for an object of this node.
  const uri = /^[\w.~-]+$/.test(next) ? `${config().base}/logistics-objects/${next}` : next;
  if (/[\s<>"{}|^`\\]/.test(uri) || !URL.canParse(uri)) return undefined;
  return query.replaceAll(`<${value}>`, () => `<${uri}>`).replaceAll(`<${value}/`, () => `<${uri}/`);
}

/** The list of all saved questions. @param current the slug of the open one. */
export function savedList(current: string | undefined): TemplateResult {
  return html`<nav class="saved" aria-label=${t.title}>
    <ul class="plain">
      ${savedQuestions.map(
        ({ slug, title }) =>
          html`<li>
            <a href=${href(`/sparql/${slug}`)} lang="en" aria-current=${slug === current ? 'page' : nothing}
              >${title}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

/** The parameters of a query, and the function to call when one changes. */
export function fieldsView(
  query: string,
  change: (query: string) => void,
  refuse: () => void,
): TemplateResult | typeof nothing {
  const fields = fieldsOf(query);
  if (fields.length === 0) return nothing;
  return html`<fieldset class="grid-form question-fields">
    <legend class="visually-hidden">${t.fields}</legend>
    ${fields.map(
      (field, index) =>
        html`<div class="field">
          <label for=${`field-${index}`}>${t.kinds[field.kind]}</label>
          <input
            id=${`field-${index}`}
            spellcheck="false"
            .value=${field.value}
            @change=${(event: Event) => {
              if (!(event.target instanceof HTMLInputElement)) return;
              const next = withField(query, field, event.target.value.trim());
              if (next === undefined) refuse();
              else change(next);
            }}
          />
        </div>`,
    )}
  </fieldset>`;
}
