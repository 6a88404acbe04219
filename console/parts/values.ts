/** Display of statement values. */
import type { TermValue } from '../../src/console/responses.js';
import {
  href,
  html,
  nothing,
  number,
  ontologyLabel,
  type TemplateResult,
  termLabel,
  termText,
  visibleText,
} from '../core/index.js';
import { termPage } from './term-link.js';
import { codeMeanings, statementTexts as t } from '../texts/statements.js';
import {
  codeOf,
  groupsOf,
  isCode,
  isEmbedded,
  keyOf,
  mainType,
  quantityOf,
  RDF_TYPE,
  type Statement,
  typesOf,
} from './statements.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const numeric =
  /^(?:integer|decimal|double|float|long|int|short|byte|(?:positive|nonNegative|negative|nonPositive)Integer)$/;
/** The datatypes that the display omits. */
const plain = new Set(['string', 'boolean', 'dateTime', 'dateTimeStamp']);

function literal({ value, datatype, language }: TermValue): TemplateResult {
  const type = datatype?.startsWith(XSD) === true ? datatype.slice(XSD.length) : datatype;
  if (type === 'dateTime' || type === 'dateTimeStamp') return html`<cg-time .time=${value} .exact=${true}></cg-time>`;
  if (type === 'boolean')
    return html`${value === 'true' || value === '1' ? t.yes : value === 'false' || value === '0' ? t.no : visibleText(value)}`;
  if (type !== undefined && numeric.test(type) && Number.isFinite(Number(value)))
    return html`<span class="amount">${number(Number(value))}</span>`;
  return html`<cg-text .text=${value} .language=${language}></cg-text>${
      type === undefined || plain.has(type) ? nothing : html` <span class="datatype">${termText(type)}</span>`
    }`;
}

/** The meaning of a code in the reader's language; undefined if unknown. */
function ownMeaning(iri: string): string | undefined {
  const { code: name, list } = codeOf(iri);
  return codeMeanings[list]?.[name] ?? codeMeanings['*']?.[name];
}

/** The meaning of a code in a language that there is; undefined if unknown. */
export const meaningOf = (iri: string): string | undefined => ownMeaning(iri) ?? ontologyLabel(iri)?.label;

/** A code with its meaning and its list. */
function code(iri: string): TemplateResult {
  const { code: name, list } = codeOf(iri);
  const meaning = meaningOf(iri);
  return html`<span class="code" title=${t.codeOf(termLabel(list))}>${visibleText(name)}</span>${
      meaning === undefined
        ? nothing
        : html` <span
            class="meaning"
            lang=${ownMeaning(iri) === undefined ? (ontologyLabel(iri)?.language ?? nothing) : nothing}
            >${visibleText(meaning)}</span
          >`
    }`;
}

/** One term: a literal, a code, or a link. */
export function termView(term: TermValue, compact = true, label?: string): TemplateResult {
  if (term.type === 'literal') return literal(term);
  if (isCode(term.value)) return code(term.value);
  if (term.value.startsWith('internal:')) return html`<span class="quiet">${t.part}</span>`;
  return html`<cg-uri .uri=${term.value} .label=${label} .compact=${compact}></cg-uri>`;
}

/** Marked statements: those that the previous revision lacks. */
export type Highlights = ReadonlySet<string>;

interface View {
  readonly statements: readonly Statement[];
  readonly subjects: ReadonlySet<string>;
  readonly highlights: Highlights;
}

function nodeView(view: View, statement: Statement, above: ReadonlySet<string>): TemplateResult {
  const { value } = statement.o;
  const quantity = quantityOf(view.statements, value);
  if (quantity !== undefined)
    return html`<span class="amount">${number(Number(quantity.value))}</span> ${termView(quantity.unit)}`;
  const type = mainType(typesOf(view.statements, value));
  return html`<div class="part">
    ${type === null ? nothing : html`<p class="part-type">${termText(type, true)}</p>`}
    ${propertiesView(view, value, above)}
  </div>`;
}

/** Whether a statement, or one of its embedded object's, is marked. */
function isHighlighted(view: View, statement: Statement): boolean {
  if (view.highlights.has(keyOf(statement))) return true;
  const quantity = quantityOf(view.statements, statement.o.value);
  return (
    quantity !== undefined &&
    view.statements.some((each) => each.s === statement.o.value && view.highlights.has(keyOf(each)))
  );
}

function linkView({ statements }: View, term: TermValue): TemplateResult {
  if (term.type === 'literal' || isCode(term.value) || term.value.startsWith('internal:')) return termView(term);
  const type = mainType(typesOf(statements, term.value));
  return html`<cg-uri .uri=${term.value} .type=${type}></cg-uri>`;
}

function valueView(view: View, statement: Statement, above: ReadonlySet<string>): TemplateResult {
  const { o } = statement;
  const isDescribed = o.type === 'uri' && view.subjects.has(o.value) && !above.has(o.value);
  // An object with an address is a link; the revision may state no more than its type.
  const isPart = isDescribed && (isEmbedded(o) || view.statements.some(({ s, p }) => s === o.value && p !== RDF_TYPE));
  const link = isDescribed && isEmbedded(o) ? nothing : linkView(view, o);
  const mark = isHighlighted(view, statement) ? html` <span class="chip info">${t.changedHere}</span>` : nothing;
  return html`<li>${link}${isPart ? nodeView(view, statement, above) : nothing}${mark}</li>`;
}

/** A property in words, with a link to its page in the data model. */
function propertyName(property: string): TemplateResult {
  const page = termPage(property);
  const text = termText(property);
  return page === undefined ? text : html`<a class="term-link" href=${href(page)}>${text}</a>`;
}

function propertiesView(view: View, subject: string, above: ReadonlySet<string>): TemplateResult {
  const inner = new Set([...above, subject]);
  const groups = groupsOf(view.statements, subject, view.subjects);
  return html`<dl class="statements">
    ${groups.map(
      ({ property, statements }) =>
        html`<div>
          <dt title=${property}>${propertyName(property)}</dt>
          <dd>
            <ul>
              ${statements.map((statement) => valueView(view, statement, inner))}
            </ul>
          </dd>
        </div>`,
    )}
  </dl>`;
}

const noHighlights: Highlights = new Set();

/** The statements of an object by property, with embedded objects inline. */
export function statementsView(
  statements: readonly Statement[],
  subject: string,
  highlights: Highlights = noHighlights,
): TemplateResult {
  const subjects = new Set(statements.map(({ s }) => s));
  return propertiesView({ statements, subjects, highlights }, subject, new Set());
}
