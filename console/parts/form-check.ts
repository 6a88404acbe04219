/** What is wrong in a form: what cannot be read in it, and what the node says about its body (K12). */
import type { ValidationAnswer, Violation } from '../../src/console/responses.js';
import { askJson, connection, Failure } from '../core/index.js';
import { placeAt, type Place } from '../forms/body.js';
import { pathKey, type Path } from '../forms/values.js';
import { fieldOf, type FormModel, type Problem } from '../forms/whole-form.js';
import { formsTexts as t } from '../texts/forms.js';
import { problemText } from './form-words.js';

/** The time without a key after which the node is asked. */
const WAIT_MS = 300;

/** Checks a form's body as it is typed: a later one aborts it. */
export class FormCheck {
  answer: ValidationAnswer | undefined;
  #body = '';
  #checking: AbortController | undefined;

  /** @param update called when the node has answered. */
  constructor(private readonly update: () => void) {}

  stop(): void {
    this.#checking?.abort();
    this.#body = '';
  }

  /** @param body empty if there is nothing to check. */
  check(path: string, body: string): void {
    if (body === this.#body) return;
    this.#body = body;
    this.answer = undefined;
    this.#checking?.abort();
    if (body === '' || !connection.isOnline) return;
    const controller = new AbortController();
    this.#checking = controller;
    const { signal } = controller;
    setTimeout(() => {
      if (!signal.aborted) void this.#ask(path, body, signal);
    }, WAIT_MS);
  }

  async #ask(path: string, body: string, signal: AbortSignal): Promise<void> {
    try {
      const answer = await askJson<ValidationAnswer>(path, { method: 'POST', body, signal });
      if (signal.aborted) return;
      this.answer = answer;
      this.update();
    } catch (thrown) {
      // What the node cannot check now it checks when it is sent.
      if (!(thrown instanceof Failure) && !signal.aborted) throw thrown;
    }
  }
}

/** The messages of a form by their places; `elsewhere` are those about no field. */
export interface FormMessages {
  readonly at: (path: Path, property: string, index: number) => readonly string[];
  readonly elsewhere: readonly string[];
  readonly count: number;
  /** The first place with a message, to go to. */
  readonly first: Place | undefined;
}

interface Source {
  readonly problems: readonly Problem[];
  readonly violations: readonly Violation[];
  /** The place of a violation; undefined if it is about no field. */
  readonly placeOf: (violation: Violation) => Place | undefined;
  readonly typeAt: (path: Path) => string;
  readonly model: FormModel;
}

export function messagesOf({ problems, violations, placeOf, typeAt, model }: Source): FormMessages {
  const texts = new Map<string, string[]>();
  const elsewhere: string[] = [];
  let first: Place | undefined;
  const add = (place: Place, index: number, text: string): void => {
    first ??= place;
    const key = `${pathKey(place.path)} ${place.property} ${index}`;
    const found = texts.get(key);
    if (found === undefined) texts.set(key, [text]);
    else if (!found.includes(text)) found.push(text);
  };
  for (const problem of problems)
    add(problem, problem.index, problemText(problem, fieldOf(model, typeAt(problem.path), problem.property).label));
  for (const violation of violations) {
    const place = placeOf(violation);
    if (place === undefined) {
      const label = violation.property?.replace(/^.*[#/]/, '');
      elsewhere.push(label === undefined ? violation.message : t.violation(label, violation.message));
      continue;
    }
    // What cannot be read here is not in the body: the node would only say that it is missing.
    const isKnown = problems.some(
      (one) => one.property === place.property && pathKey(one.path) === pathKey(place.path),
    );
    if (!isKnown) add(place, 0, violation.message);
  }
  const count = [...texts.values()].reduce((sum, { length }) => sum + length, elsewhere.length);
  return {
    at: (path, property, index) => texts.get(`${pathKey(path)} ${property} ${index}`) ?? [],
    elsewhere,
    count,
    first,
  };
}

/** The place of a violation in a new object's body. */
export const placeIn =
  (places: ReadonlyMap<string, Place>) =>
  ({ pointer }: Violation): Place | undefined =>
    pointer === null ? undefined : placeAt(places, pointer);
