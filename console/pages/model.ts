/** `/model/<name>`: a class, property or code of the data model, with the node's checks. */
import type { ModelAnswer, ModelTerm, ModelTermProperty } from '../../src/console/responses/model.js';
import {
  chip,
  consoleApi,
  define,
  empty,
  fact,
  type Failure,
  html,
  nothing,
  Page,
  plainText,
  query,
  Resource,
  show,
  table,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import { termLink, termName } from '../parts/term-link.js';
import { meaningOf } from '../parts/values.js';
import { wholeUri } from '../parts/source.js';
import { modelTexts as t } from '../texts/model.js';

/** `0..1`, `1..*`: the permitted number of values of a property. */
const cardinality = ({ min, max }: ModelTermProperty): string => `${min}..${max === null ? '*' : String(max)}`;

const links = (iris: readonly string[]): TemplateResult =>
  html`<ul class="plain inline">
    ${iris.map((iri) => html`<li>${termLink(iri)}</li>`)}
  </ul>`;

/** Datatypes and classes, or the fact that any value is valid. */
const ranges = (iris: readonly string[]): TemplateResult =>
  iris.length === 0 ? html`${t.anyValue}` : html`${iris.map((iri) => html`${termLink(iri)} `)}`;

/** From this number on, links are on a line of their own. */
const MANY = 4;

class ModelPage extends Page {
  readonly #terms = new Resource<ModelAnswer>(this);

  get #name(): string {
    return this.route.params['name'] ?? '';
  }

  override get heading(): string {
    return plainText(this.#name, 60);
  }

  override load(): void {
    this.#terms.read(consoleApi('/model/terms') + query({ name: this.#name }));
  }

  protected override render(): unknown {
    return html`<div class="page-head">
        <div>
          <p class="kicker">${t.title}</p>
          <h1>${visibleText(plainText(this.#name, 120))}</h1>
        </div>
      </div>
      <div class="stack model">
        ${show(
          this.#terms,
          ({ items, truncated }) =>
            html`${items.map((item) => this.#term(item))}${truncated ? html`<p class="quiet">${t.truncated}</p>` : nothing}`,
          { failed: (failure) => this.#missing(failure) },
        )}
      </div>`;
  }

  #missing(failure: Failure): unknown {
    return failure.kind === 'not-found' ? empty(t.missing, html`<p>${t.missingHint}</p>`) : undefined;
  }

  #term(term: ModelTerm): TemplateResult {
    const { iri, kind, label, comment, deprecated } = term;
    const meaning = meaningOf(iri);
    return html`<section class="card" aria-label=${`${t.kinds[kind]} ${termName(iri)}`}>
      <div class="card-head">
        <h2>${visibleText(label ?? termName(iri))}</h2>
        <span>${chip(t.kinds[kind], 'info')} ${deprecated ? chip(t.deprecated, 'wait') : nothing}</span>
      </div>
      ${comment === null ? nothing : html`<p><cg-text .text=${comment}></cg-text></p>`}
      ${meaning === undefined ? nothing : html`<p>${meaning}</p>`}
      <dl class="facts">${fact(t.iri, wholeUri(iri))} ${this.#facts(term)}</dl>
      ${term.properties.length === 0 ? nothing : this.#properties(term)} ${this.#codes(term)}
    </section>`;
  }

  #facts({ kind, parents, children, usedBy, ranges: values, requirement }: ModelTerm): unknown {
    const fact = (name: string, value: unknown, isThere: boolean, isWide = false): unknown =>
      isThere
        ? html`<div class=${isWide ? 'wide' : nothing}>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`
        : nothing;
    return html`${fact(kind === 'code' ? t.lists : t.parents, links(parents), parents.length > 0)}
    ${fact(t.children, links(children), children.length > 0)} ${fact(t.range, ranges(values), kind === 'property')}
    ${fact(t.requirement, visibleText(requirement ?? ''), requirement !== null)}
    ${fact(kind === 'class' ? t.valueOf : t.usedBy, links(usedBy), usedBy.length > 0, usedBy.length > MANY)}`;
  }

  #properties({ iri, properties }: ModelTerm): TemplateResult {
    return html`<h3>${t.properties(properties.length)}</h3>
      <p class="quiet">${t.propertiesHint}</p>
      ${table({
        caption: t.propertiesOf(termName(iri)),
        rows: properties,
        columns: [
          { heading: t.property, isHeading: true, cell: ({ property }) => termLink(property) },
          { heading: t.range, cell: ({ ranges: values }) => ranges(values) },
          { heading: t.count, isNumber: true, cell: (row) => cardinality(row) },
          { heading: t.requirement, cell: ({ requirement }) => visibleText(requirement ?? '') },
          { heading: t.from, cell: ({ of }) => (of === iri ? nothing : termLink(of)) },
        ],
      })}`;
  }

  #codes({ codes, codeCount, isOpen, kind, iri }: ModelTerm): unknown {
    if (kind !== 'class' || (codeCount === 0 && !isOpen)) return nothing;
    return html`<h3>${t.codes(codeCount)}</h3>
      <p class="quiet">
        ${isOpen ? t.open : t.closed} ${codes.length < codeCount ? t.firstCodes(codes.length) : nothing}
      </p>
      <ul class="plain codes" aria-label=${t.codesOf(termName(iri))}>
        ${codes.map((code) => {
          const meaning = meaningOf(code);
          return html`<li>
            ${termLink(code, true)}${meaning === undefined ? nothing : html` <span class="meaning">${meaning}</span>`}
          </li>`;
        })}
      </ul>`;
  }
}
define('cg-model', ModelPage);
