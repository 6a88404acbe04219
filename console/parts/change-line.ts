/** What a request would change, in lines of a list: "Gross weight: 20 → 22 kg". */
import type { RequestItem, TermValue } from '../../src/console/responses.js';
import {
  capitalized,
  html,
  localName,
  nothing,
  number,
  plainText,
  type TemplateResult,
  termLabel,
  visibleText,
} from '../core/index.js';
import { unitSymbols } from '../texts/overview.js';
import { requestsTexts as t } from '../texts/requests.js';
import { type ChangedProperty, changedProperties } from './change-summary.js';
import { meaningOf } from './values.js';

/** The lines of a row; the request's page has all. */
const MAX_LINES = 2;
const MAX_LETTERS = 40;

/** A value in a few words: a number, a code's meaning, the end of a link, or the beginning of a text. */
function shortValue({ type, value, datatype }: TermValue): string {
  if (type === 'uri') return plainText(meaningOf(value) ?? localName(value), MAX_LETTERS);
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value)) && datatype !== undefined;
  return isNumber ? number(Number(value)) : plainText(value, MAX_LETTERS);
}

/** "kg" for a unit. */
const unitText = ({ value }: TermValue): string => {
  const code = localName(value);
  return unitSymbols[code] ?? plainText(meaningOf(value) ?? code, MAX_LETTERS);
};

const side = (values: readonly TermValue[]): TemplateResult => html`${visibleText(values.map(shortValue).join(', '))}`;

function line({ property, before, after, unit }: ChangedProperty): TemplateResult {
  const has = { before: before.length > 0, after: after.length > 0 };
  return html`<li>
    <span class="quiet">${visibleText(capitalized(termLabel(property)))}:</span>
    ${has.before && !has.after ? html`${t.without} ` : nothing}${has.before ? html`<del>${side(before)}</del>` : nothing}
    ${has.before && has.after ? html`<span class="arrow" role="img" aria-label=${t.becomes}>→</span>` : nothing}
    ${has.after ? html`<ins>${side(after)}</ins>` : nothing}
    ${unit === undefined ? nothing : visibleText(unitText(unit))}
  </li>`;
}

/** The first changes of a request; nothing for one that changes no values. */
export function changeLines({
  operations,
  operationCount,
}: Pick<RequestItem, 'operations' | 'operationCount'>): TemplateResult | typeof nothing {
  const changes = changedProperties(operations);
  if (changes.length === 0) return nothing;
  const more = changes.length - MAX_LINES;
  return html`<ul class="change-lines">
    ${changes.slice(0, MAX_LINES).map(line)}
    ${more > 0 ? html`<li class="quiet">${operationCount > operations.length ? t.manyMore : t.more(more)}</li>` : nothing}
  </ul>`;
}
