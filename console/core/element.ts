/** The base of all elements: templates render into the element itself, so that one style sheet and all labels reach them. */
import { LitElement, type PropertyDeclaration } from 'lit';
import { property as litProperty } from 'lit/decorators.js';
import type { FailureKind } from './http.js';
import { onTermLabels } from './labels.js';
import { onLanguage } from './language.js';
import { onPreference } from './preferences.js';
import { uriAt } from './root.js';
import { type Route, withQuery } from './router.js';
import { shared } from './shared.js';

export abstract class LightElement extends LitElement {
  #stopLanguage: (() => void) | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopLanguage = onLanguage(() => {
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopLanguage?.();
  }
}

/** A property that templates set (`.name=${value}`); never an attribute. */
export const property = (declaration: PropertyDeclaration = {}): ReturnType<typeof litProperty> =>
  litProperty({ attribute: false, ...declaration });

/** Registers an element once, because two chunks may ask for it. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}

/** The title of a printed page, beside its time and the agent that printed it. */
export interface Sheet {
  readonly uri: string;
  /** The revision with its time, or the status of a request. */
  readonly facts: readonly string[];
}

/** What a page is about: why it is not there, and how much of it is new. */
export interface Subject {
  readonly obstacle: FailureKind | undefined;
  readonly news: number | undefined;
}

/**
 * A page. The shell creates it and sets its route, and sets the route again when the same page gets another address.
 * The page renders one `h1` at once.
 */
export abstract class Page extends LightElement {
  #stops: (() => void)[] = [];
  @property() accessor route: Route = {
    name: undefined,
    params: {},
    query: new URLSearchParams(),
    fragment: '',
    path: '/',
  };

  /** The request for what the page is about. */
  subject: Subject | undefined;

  /** The name of the page. */
  abstract get heading(): string;

  /** The title of the browser's tab, which the shell reads after each update: that of the page's state (K81). */
  get tabTitle(): string {
    const { obstacle, news } = this.subject ?? {};
    if (obstacle === 'not-found') return shared.titles.notFound;
    if (obstacle === 'forbidden' || obstacle === 'withdrawn') return shared.titles.noAccess;
    if (obstacle === 'erased') return shared.titles.erased;
    return news === undefined ? this.heading : shared.titles.news(news, this.heading);
  }

  /** The head of each printed sheet; by default the address of the page with its filters. */
  get sheet(): Sheet {
    return { uri: uriAt(`/console${withQuery(this.route, {})}`), facts: [] };
  }

  /** Called when the page opens, and when its route changes. */
  abstract load(): void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stops.push(
      onPreference(() => {
        this.requestUpdate();
      }),
      onTermLabels(() => {
        this.requestUpdate();
      }),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('route')) this.load();
  }

  protected override updated(): void {
    this.dispatchEvent(new CustomEvent('page-updated', { bubbles: true }));
  }
}
