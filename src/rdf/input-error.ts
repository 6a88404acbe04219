/** The error of this folder: input that is not valid JSON, JSON-LD or not a valid API object. */

import type { ErrorDetail } from '../errors.js';

/** Invalid input, with all problems. Over HTTP it is a 400 with one detail for each problem (D33). */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly ErrorDetail[];

  constructor(problems: string | readonly ErrorDetail[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [{ message: problems }] : problems;
    super(list[0]?.message ?? 'Invalid input', options);
    this.problems = list;
  }
}

/** Readable input that violates the structure of its class: over HTTP it has its own title (V78). */
export class InvalidResourceError extends InputError {}
