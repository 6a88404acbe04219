/** What forms are made of: the forms of classes, codes, and the carriers that a number names; loaded when first needed. */
import type { CodesAnswer, Form, LookupAnswer } from '../../src/console/responses.js';
import { ask, askJson, config, consoleApi, Failure, languageTag, localName, onLanguage, query } from '../core/index.js';
import { type FormObject, objectsOf } from '../forms/values.js';
import type { FormModel } from '../forms/whole-form.js';

/** A carrier of this node. */
export interface KnownCarrier {
  readonly prefix: string;
  readonly code: string | undefined;
  readonly name: string | undefined;
}

/** Codes of a list that are offered as a select; longer lists are searched. */
export const MAX_OPTIONS = 50;

const CARRIERS =
  'SELECT DISTINCT ?prefix ?code ?name { ?carrier a cargo:Carrier ; cargo:prefix ?prefix . OPTIONAL { ?carrier cargo:airlineCode ?code } OPTIONAL { ?carrier cargo:name ?name } } LIMIT 1000';

interface Solutions {
  readonly results?: { readonly bindings: readonly Readonly<Record<string, { readonly value: string }>>[] };
}

export class FormLibrary implements FormModel {
  #forms = new Map<string, Form | undefined>();
  #codes = new Map<string, CodesAnswer | undefined>();
  readonly #missing = new Set<string>();
  #carriers: readonly KnownCarrier[] | undefined;
  readonly #numbers = new Map<string, string | undefined>();
  #zoneOf: ((code: string) => string | undefined) | undefined;
  #stop: (() => void) | undefined;

  /** @param update called when something has been loaded. */
  constructor(private readonly update: () => void) {}

  /** Labels are in the reader's language: they are loaded anew with it. */
  connect(): void {
    this.#stop = onLanguage(() => {
      this.#forms = new Map();
      this.#codes = new Map();
      this.update();
    });
  }

  disconnect(): void {
    this.#stop?.();
  }

  get namespaces(): { readonly cargo: string; readonly codeLists: string } {
    return config().namespaces;
  }

  readonly formOf = (type: string): Form | undefined => {
    if (!this.#forms.has(type)) this.#load(this.#forms, type, `/forms/${encodeURIComponent(type)}`);
    return this.#forms.get(type);
  };

  /** Whether the node has no form of this class. */
  isMissing(type: string): boolean {
    return this.#missing.has(type);
  }

  /** Whether the form of each object in a form is there; what is missing is asked for. */
  isWhole(root: FormObject): boolean {
    return [...objectsOf(root)].map(({ object }) => this.formOf(object.type)).every((form) => form !== undefined);
  }

  /** The codes of a list, if they are few enough to be shown at once. */
  codesOf(list: string): CodesAnswer | undefined {
    if (!this.#codes.has(list)) this.#load(this.#codes, list, `/codes${query({ list, limit: MAX_OPTIONS })}`);
    return this.#codes.get(list);
  }

  /** The codes of a list with a text. @throws Failure */
  searchCodes(list: string, text: string, signal: AbortSignal): Promise<CodesAnswer> {
    return askJson<CodesAnswer>(consoleApi(`/codes${query({ list, q: text, limit: 20 })}`), { signal });
  }

  readonly prefixOf = (code: string): string | undefined => this.#known().find((one) => one.code === code)?.prefix;

  carrierOf(prefix: string): KnownCarrier | undefined {
    return this.#known().find((one) => one.prefix === prefix);
  }

  /** The zone of an airport: the table is loaded with the first time of a form. */
  readonly zoneOfAirport = (code: string): string | undefined => {
    if (this.#zoneOf === undefined) {
      this.#zoneOf = () => undefined;
      void this.#loadZones();
    }
    return this.#zoneOf(code);
  };

  async #loadZones(): Promise<void> {
    const { zoneOfAirport } = await import('../forms/airport-zones.js');
    this.#zoneOf = zoneOfAirport;
    this.update();
  }

  #known(): readonly KnownCarrier[] {
    if (this.#carriers === undefined) {
      this.#carriers = [];
      void this.#loadCarriers();
    }
    return this.#carriers;
  }

  async #loadCarriers(): Promise<void> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    try {
      const { text } = await ask('/sparql', {
        method: 'POST',
        headers,
        accept: 'application/sparql-results+json',
        body: new URLSearchParams({ query: CARRIERS }).toString(),
      });
      // The node writes SPARQL 1.1 Query Results JSON.
      const { results } = JSON.parse(text) as Solutions;
      this.#carriers = (results?.bindings ?? []).map(({ prefix, code, name }) => ({
        prefix: prefix?.value ?? '',
        code: code?.value.trim().toUpperCase(),
        name: name?.value,
      }));
      this.update();
    } catch (thrown) {
      // Then numbers are typed with their prefixes.
      if (!(thrown instanceof Failure)) throw thrown;
    }
  }

  /** The waybill of this node that has a number already; undefined while it is not known (K9). */
  waybillWith(number: string): string | undefined {
    if (!this.#numbers.has(number)) {
      this.#numbers.set(number, undefined);
      void this.#find(number);
    }
    return this.#numbers.get(number);
  }

  async #find(number: string): Promise<void> {
    try {
      const { items } = await askJson<LookupAnswer>(consoleApi(`/lookup${query({ q: number, limit: 10 })}`));
      const found = items.find(({ type, label }) => label === number && type !== null && localName(type) === 'Waybill');
      this.#numbers.set(number, found?.uri);
      if (found !== undefined) this.update();
    } catch (thrown) {
      // It only warns: without an answer there is no warning.
      if (!(thrown instanceof Failure)) throw thrown;
    }
  }

  #load<Value>(into: Map<string, Value | undefined>, name: string, path: string): void {
    into.set(name, undefined);
    const language = languageTag();
    const run = async (): Promise<void> => {
      try {
        const value = await askJson<Value>(consoleApi(path));
        if (language === languageTag()) into.set(name, value);
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        // An unknown class has no form; after a lost connection it is asked for again.
        if (thrown.kind === 'offline') into.delete(name);
        if (thrown.kind !== 'not-found') return;
        this.#missing.add(name);
      }
      this.update();
    };
    void run();
  }
}
