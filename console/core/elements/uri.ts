/** `<cg-uri>`: a URI as label, type and short id, with a link to its page; the full URI on demand. */
import { html, nothing, type TemplateResult } from 'lit';
import { define, LightElement, property } from '../element.js';
import { capitalized, humanName, localName } from '../format.js';
import { isMissing, objectLabel, ontologyLabel } from '../labels.js';
import { languageTag } from '../language.js';
import { plainText } from '../partner-text.js';
import { pathBelowBase } from '../root.js';
import { href, pageOf } from '../router.js';
import { session } from '../session.js';
import { shared } from '../shared.js';
import { copy } from '../copy.js';
import { button } from './controls.js';
import { visibleText } from './text.js';

/** The host of another node in punycode (as `URL` writes it); undefined for this node's URIs. */
export function foreignHost(uri: string): string | undefined {
  return pathBelowBase(uri) === undefined && URL.canParse(uri) ? new URL(uri).host : undefined;
}

/** A class, property or code as words: "goods description". */
export const termLabel = (iri: string): string => ontologyLabel(iri)?.label ?? humanName(localName(iri));

/** `termLabel` in an element with a `lang` attribute if the label's language differs from the page's. */
export function termText(iri: string, isCapital = false): TemplateResult {
  const found = ontologyLabel(iri);
  const text = found?.label ?? humanName(localName(iri));
  const visible = visibleText(isCapital ? capitalized(text) : text);
  // The names of the data model are English.
  const language = found?.language ?? 'en';
  return language === languageTag() ? html`${visible}` : html`<span lang=${language}>${visible}</span>`;
}

/** A type as a heading: "Waybill". */
export const typeLabel = (iri: string): string => capitalized(termLabel(iri));

const UUID = /^[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * The first characters of a UUID distinguish it from its neighbours; the link has the full URI. Those of version 7 begin
 * with their time, of which the milliseconds are needed.
 */
export function shortId(id: string): string {
  const [, version] = UUID.exec(id) ?? [];
  return version === undefined ? id : id.slice(0, version === '7' ? 13 : 8);
}

/** "localhost:9", or "warehouse at localhost:8938": the host need not be said again. */
const isNamedBy = (name: string, host: string): boolean => name === host || name.endsWith(` ${host}`);

export class UriElement extends LightElement {
  @property() accessor uri = '';
  @property() accessor label: string | null | undefined;
  @property() accessor type: string | null | undefined;
  /** Without the button that shows and copies the full URI: for table rows. */
  @property() accessor compact = false;
  /** Without the id after the label: for agents. */
  @property() accessor brief = false;
  /** Links to another page of the console, such as a partner's. */
  @property() accessor page: string | undefined;
  #isOpen = false;

  protected override render(): unknown {
    const { uri, type } = this;
    const isGiven = this.label !== null && this.label !== undefined && this.label !== '';
    const isHolder = uri === session.me?.dataHolder;
    const found =
      isGiven || isHolder
        ? undefined
        : objectLabel(uri, () => {
            this.requestUpdate();
          });
    const label = isGiven ? this.label : found?.label;
    const page = this.page ?? pageOf(uri);
    const host = foreignHost(uri);
    const id = shortId(localName(uri));
    const name = label === null || label === undefined || label === '' ? (isHolder ? shared.dataHolder : id) : label;
    const visible = html`<span class="uri-name">${visibleText(plainText(name, 120))}</span>`;
    return html`${
      page === undefined ? visible : html`<a href=${href(page)} title=${plainText(uri)}>${visible}</a>`
    }${name === id || isHolder || this.brief || (found?.isAgent ?? false) ? nothing : html` <span class="uri-id">${visibleText(plainText(id, 60))}</span>`}${
      type === null || type === undefined ? nothing : html` <span class="uri-type">${termText(type, true)}</span>`
    }${host === undefined || host === '' || isNamedBy(name, host) ? nothing : html` <span class="uri-host">${shared.at(host)}</span>`}${
      isMissing(uri) ? html` <span class="tag">${shared.missing}</span>` : nothing
    }${
      this.compact
        ? nothing
        : html` <button
            type="button"
            class="icon"
            aria-expanded=${String(this.#isOpen)}
            aria-label=${shared.wholeUri(plainText(name, 60))}
            title=${shared.wholeUriShort}
            @click=${() => {
              this.#isOpen = !this.#isOpen;
              this.requestUpdate();
            }}
          >
            ⋯
          </button>`
    }${
      this.#isOpen
        ? html`<span class="whole-uri"
            ><code>${visibleText(uri)}</code>
            ${button({ text: shared.copy, tone: 'small' }, () => void copy(uri))}</span
          >`
        : nothing
    }`;
  }
}
define('cg-uri', UriElement);

interface UriOptions {
  readonly label?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly brief?: boolean;
  readonly page?: string;
}

/** A URI without the button that shows all of it; nothing without a value. */
export function uriView(uri: string, options?: UriOptions): TemplateResult;
export function uriView(uri: string | null, options?: UriOptions): TemplateResult | typeof nothing;
export function uriView(uri: string | null, options: UriOptions = {}): TemplateResult | typeof nothing {
  const { label, type, page, brief = false } = options;
  if (uri === null) return nothing;
  return html`<cg-uri
    .uri=${uri}
    .label=${label}
    .type=${type}
    .page=${page}
    .compact=${true}
    .brief=${brief}
  ></cg-uri>`;
}
