/** The error of this folder: input that is not the JSON, JSON-LD or API object that it must be. */

import type { ErrorDetail } from '../errors.js';

/** Invalid input, with every problem that was found. Over HTTP it is a 400 with one detail for each (D33). */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly ErrorDetail[];

  constructor(problems: string | readonly ErrorDetail[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [{ message: problems }] : problems;
    super(list[0]?.message ?? 'Invalid input', options);
    this.problems = list;
  }
}

/** Input that can be read, but is not built as its class demands: over HTTP it has a title of its own (V78). */
export class InvalidResourceError extends InputError {}
