/** The base of all elements: templates render into the element itself, so that one style sheet and all labels reach them. */
import { LitElement, type PropertyDeclaration } from 'lit';
import { property as litProperty } from 'lit/decorators.js';
import { onTermLabels } from './labels.js';
import { onPreference } from './preferences.js';
import { uriAt } from './root.js';
import { type Route, withQuery } from './router.js';

export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
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

  /** The title of the browser's tab, which the shell reads after each update. */
  abstract get heading(): string;

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
