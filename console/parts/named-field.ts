/**
 * `<cg-named-field>`: a field of a form in which an object or a partner is chosen by its name (K52). The form gets its
 * address, or what was typed if nothing was chosen.
 */
import type { AgentsAnswer, LookupAnswer } from '../../src/console/responses.js';
import {
  askJson,
  consoleApi,
  define,
  Failure,
  foreignHost,
  html,
  LightElement,
  nothing,
  property,
  query,
  session,
  uriAt,
} from '../core/index.js';
import { fieldTexts as t } from '../texts/list-filters.js';
import { findTexts } from '../texts/find.js';
import { agentName } from './agent-name.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';
import { exactOf, suggestionsOf } from './found.js';

export type NamedKind = 'object' | 'partner';

interface LabelsAnswer {
  readonly items: readonly { readonly uri: string; readonly label: string }[];
}

const MAX_SUGGESTED = 8;

/** The groups of what is no object. */
const others: readonly string[] = ['request', 'term', 'partner'];

async function agents(text: string, limit: number, signal?: AbortSignal): Promise<readonly Suggestion[]> {
  const path = consoleApi('/agents') + query({ q: text, limit });
  const { items } = await askJson<AgentsAnswer>(path, signal === undefined ? {} : { signal });
  return items.map(({ uri, label }) => {
    const host = foreignHost(uri);
    return { value: uri, label: agentName(uri, label), detail: host === undefined || host === '' ? '' : t.at(host) };
  });
}

/** What a text may name. Partners find each other among what they may read: the list of agents is for internal ones. */
async function suggestions(kind: NamedKind, text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  if (kind === 'partner' && session.me?.internal === true) return agents(text, MAX_SUGGESTED, signal);
  const answer = await askJson<LookupAnswer>(consoleApi('/lookup') + query({ q: text, limit: MAX_SUGGESTED }), {
    signal,
  });
  const items = answer.items.filter(({ group }) =>
    kind === 'partner' ? group === 'partner' : !others.includes(group),
  );
  return suggestionsOf({ items }, findTexts.groups);
}

/** An object of this node by its id. */
export const briefOf = (uri: string): string => {
  const prefix = uriAt('/logistics-objects/');
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : uri;
};

/**
 * The address of what a text names; an object of this node by its id. A text that names nothing, or several things, stays.
 *
 * @throws Failure
 */
export async function addressOf(kind: NamedKind, text: string): Promise<string> {
  if (text === '' || text.includes('://')) return kind === 'object' ? briefOf(text) : text;
  if (kind === 'partner' && session.me?.internal === true) {
    const found = await agents(text, 2);
    return (found.length === 1 ? found[0]?.value : undefined) ?? text;
  }
  const answer = await askJson<LookupAnswer>(consoleApi('/lookup') + query({ q: text, limit: MAX_SUGGESTED }));
  const items = answer.items.filter(({ group }) =>
    kind === 'partner' ? group === 'partner' : !others.includes(group),
  );
  const found = exactOf({ ...answer, items }, text) ?? (items.length === 1 ? items[0] : undefined);
  if (found === undefined) return text;
  return kind === 'object' ? briefOf(found.uri) : found.uri;
}

export class NamedField extends LightElement {
  @property() accessor kind: NamedKind = 'object';
  @property() accessor name = '';
  @property() accessor label = '';
  /** The address, or the id of an object of this node. */
  @property() accessor value = '';
  @property() accessor isRequired = false;
  /** What is in the field. */
  #text = '';
  /** The value whose name is in the field. */
  #named = '';

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('value') || this.value === this.#named) return;
    this.#named = this.value;
    this.#text = this.kind === 'partner' && this.value !== '' ? agentName(this.value) : this.value;
    if (this.value !== '') void this.#look(this.value);
  }

  /** Puts the name of an address into the field, unless something was typed meanwhile. */
  async #look(value: string): Promise<void> {
    const before = this.#text;
    const uri = value.includes(':') ? value : uriAt(`/logistics-objects/${encodeURIComponent(value)}`);
    try {
      const { items } = await askJson<LabelsAnswer>(consoleApi('/labels') + query({ uri }));
      const label = items.find((item) => item.uri === uri)?.label ?? '';
      if (label === '' || this.#named !== value || this.#text !== before) return;
      this.#text = label;
      this.requestUpdate();
    } catch (thrown) {
      // The address stays in the field.
      if (!(thrown instanceof Failure)) throw thrown;
    }
  }

  protected override render(): unknown {
    return html`<cg-combobox
        .label=${this.label}
        .value=${this.#text}
        .minimum=${this.kind === 'partner' && session.me?.internal === true ? 0 : 2}
        .isRequired=${this.isRequired}
        .placeholder=${this.kind === 'partner' ? t.partnerHint : t.objectHint}
        .suggest=${(text: string, signal: AbortSignal) => suggestions(this.kind, text, signal)}
        @chosen=${({ detail }: CustomEvent<Suggestion>) => {
          this.#text = detail.label;
          this.#named = detail.value;
          this.value = detail.value;
          this.requestUpdate();
        }}
        @typed=${({ detail }: CustomEvent<string>) => {
          this.#text = detail;
          this.#named = detail;
          this.value = detail;
        }}
      ></cg-combobox>
      ${this.name === '' ? nothing : html`<input type="hidden" name=${this.name} .value=${this.value} />`}`;
  }
}
define('cg-named-field', NamedField);

declare global {
  interface HTMLElementTagNameMap {
    'cg-named-field': NamedField;
  }
}
