/** Links to the page of a class, property or code of the data model. */
import { config, href, html, localName, plainText, type TemplateResult, visibleText } from '../core/index.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The path of a term's page; undefined for IRIs outside the data model. */
export function termPage(iri: string): string | undefined {
  const { api, cargo, codeLists } = config().namespaces;
  const namespace = [api, cargo, codeLists].find((each) => iri.startsWith(each) && iri.length > each.length);
  return namespace === undefined ? undefined : `/model/${encodeURIComponent(iri.slice(namespace.length))}`;
}

/** `Piece`, `StatusCode#ARR`, `xsd:string`. */
export function termName(iri: string): string {
  if (iri.startsWith(XSD)) return `xsd:${iri.slice(XSD.length)}`;
  const page = termPage(iri);
  return page === undefined ? iri : decodeURIComponent(page.slice('/model/'.length));
}

/** @param isBrief the code without its list. */
export function termLink(iri: string, isBrief = false): TemplateResult {
  const page = termPage(iri);
  const text = visibleText(plainText(isBrief ? localName(iri) : termName(iri), 120));
  return page === undefined ? html`${text}` : html`<a href=${href(page)} title=${plainText(iri)}>${text}</a>`;
}
