/**
 * The find box: suggestions while typing (K32), things by groups, and acts (K91). Enter opens what is marked, else what is
 * exact, else the page with all results.
 */
import { matchAddress } from '../../src/console/addresses.js';
import type { LookupAnswer } from '../../src/console/responses.js';
import {
  askJson,
  consoleApi,
  html,
  navigate,
  pageOf,
  pathBelowBase,
  query,
  type Route,
  session,
  submitted,
  type TemplateResult,
} from '../core/index.js';
import '../parts/combobox.js';
import type { ComboboxElement, Suggestion } from '../parts/combobox.js';
import { actsFor, type NamedAct } from '../parts/find-acts.js';
import { suggestionsOf } from '../parts/found.js';
import { termPage } from '../parts/term-link.js';
import { findTexts } from '../texts/find.js';
import { shellTexts as t } from '../texts/shell.js';
import { entries } from './navigation.js';
import { actsOnPage } from './page-acts.js';

const MAX_SUGGESTIONS = 8;
/** The classes of which the box offers a new one. */
const makeable = ['Shipment', 'Waybill', 'Piece', 'ULD', 'Booking', 'Company', 'Location'] as const;

/** What may be done from here. */
function acts(): NamedAct[] {
  const { me } = session;
  const pages = entries().map(([, { path, label }]) => ({ name: label(), run: opener(path) }));
  const made = makeable.flatMap((name) => {
    const path = `/new/${name}`;
    if (me?.internal !== true || matchAddress(path) === undefined) return [];
    return [{ name: findTexts.makeNew(findTexts.classes[name]), words: findTexts.newWords, run: opener(path) }];
  });
  return [...actsOnPage(document), ...made, ...pages];
}

const opener = (path: string) => (): void => {
  navigate(path);
};

/** A URI of this node has a page; every other text is searched. */
function openFound(pasted: string): void {
  if (pasted === '') return;
  const page = pathBelowBase(pasted) === undefined ? undefined : pageOf(pasted);
  navigate(page ?? `/find?q=${encodeURIComponent(pasted)}`);
}

/** The acts that were offered last, by the values of their suggestions. */
let offered: ReadonlyMap<string, NamedAct> = new Map();

async function suggest(text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const found = actsFor(text, acts());
  offered = new Map(found.map((act, index) => [`act:${index}`, act]));
  const named = Array.from(offered, ([value, { name }]) => ({ value, label: name, group: findTexts.acts }));
  const answer = await askJson<LookupAnswer>(consoleApi('/lookup') + query({ q: text, limit: MAX_SUGGESTIONS }), {
    signal,
  });
  return [...suggestionsOf(answer, findTexts.groups), ...named];
}

function open({ value }: Suggestion): void {
  const act = offered.get(value);
  if (act !== undefined) act.run();
  else navigate(termPage(value) ?? pageOf(value) ?? `/find?q=${encodeURIComponent(value)}`);
}

export function findBox(route: Route): TemplateResult {
  return html`<form
    class="find"
    role="search"
    @submit=${submitted((value) => {
      openFound(value('find'));
    })}
  >
    <cg-combobox
      .label=${t.findLabel}
      .isLabelHidden=${true}
      .inputId=${'find'}
      .name=${'find'}
      .type=${'search'}
      .placeholder=${t.findPlaceholder}
      .isFilled=${false}
      .value=${route.path === '/find' ? (route.query.get('q') ?? '') : ''}
      .suggest=${suggest}
      @chosen=${({ target, detail }: CustomEvent<Suggestion> & { readonly target: ComboboxElement }) => {
        target.value = '';
        open(detail);
      }}
    ></cg-combobox>
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}
