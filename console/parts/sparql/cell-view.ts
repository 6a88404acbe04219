/** A cell of a result: IRIs link to their pages, and literals name their datatype. */
import type { ModelNames } from '../../../src/console/responses/model.js';
import {
  href,
  html,
  nothing,
  pageOf,
  pathBelowBase,
  plainText,
  type TemplateResult,
  visibleText,
} from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import { meaningOf } from '../values.js';
import type { Cell } from './rows.js';
import { isBlank } from './rows.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A page of the console, and the text of its link. */
interface Target {
  readonly page: string | undefined;
  readonly text: string;
}

/**
 * Graphs that belong to a revision, an event or an object link to its page: `…/revisions/2/provenance` to that of the
 * revision.
 */
function ofThisNode(uri: string, path: string): Target {
  const [, whole = uri, part = ''] = /^(.*)\/(provenance|head|acl)$/.exec(uri) ?? [];
  const word = new Map(Object.entries(t.graphParts)).get(part);
  const visible = path.replace(/^\/logistics-objects\//, '');
  if (word === undefined) return { page: pageOf(uri), text: visible };
  return { page: pageOf(part === 'acl' ? uri : whole), text: visible };
}

/** A class, property or code of the model: `cargo:Piece`, `StatusCode#ARR`; undefined for any other IRI. */
function ofModel(uri: string, { prefixes, codeLists, vocabularies }: ModelNames): Target | undefined {
  if (uri.startsWith(codeLists) && uri.length > codeLists.length) {
    const name = uri.slice(codeLists.length);
    return { page: `/model/${encodeURIComponent(name)}`, text: name };
  }
  for (const [prefix, namespace] of Object.entries(prefixes)) {
    const name = uri.slice(namespace.length);
    if (!uri.startsWith(namespace) || !/^[\w.-]+$/.test(name)) continue;
    const isOfModel = vocabularies.some((each) => each.namespace === namespace);
    return { page: isOfModel ? `/model/${encodeURIComponent(name)}` : pageOf(uri), text: `${prefix}:${name}` };
  }
  return undefined;
}

export function iriView(uri: string, model: ModelNames | undefined): TemplateResult {
  const path = pathBelowBase(uri);
  const target =
    path === undefined
      ? ((model && ofModel(uri, model)) ?? { page: pageOf(uri), text: uri })
      : ofThisNode(uri, path === '/' ? uri : path);
  const text = visibleText(plainText(target.text));
  const meaning = model !== undefined && uri.startsWith(model.codeLists) ? meaningOf(uri) : undefined;
  return html`${
    target.page === undefined ? text : html`<a href=${href(target.page)} title=${plainText(uri)}>${text}</a>`
  }${meaning === undefined ? nothing : html` <span class="meaning">${meaning}</span>`}`;
}

export function cellView(cell: Cell, model: ModelNames | undefined): TemplateResult {
  if (cell === undefined) return html`<span class="quiet unbound">${t.unbound}</span>`;
  if (isBlank(cell)) return html`<span class="quiet" title=${t.blank}>${visibleText(cell.value)}</span>`;
  if (cell.type === 'uri') return iriView(cell.value, model);
  const { value, datatype, language } = cell;
  const type = datatype?.startsWith(XSD) === true ? `xsd:${datatype.slice(XSD.length)}` : datatype;
  return html`<cg-text .text=${value} .language=${language}></cg-text>${
      type === undefined || type === 'xsd:string' || language !== undefined
        ? nothing
        : html` <span class="datatype">${visibleText(plainText(type, 80))}</span>`
    }`;
}
