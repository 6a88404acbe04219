/** The error of this folder: input that is not the JSON, JSON-LD or API object that it must be. */

/** One problem of an input: a sentence for the sender's developer, and where it is. */
export interface InputProblem {
  readonly message: string;
  /** IRI of the property at fault. */
  readonly property?: string | undefined;
  /** IRI of the resource at fault. */
  readonly resource?: string | undefined;
}

/** Invalid input, with every problem that was found. Over HTTP it is a 400 with one detail for each (D33). */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly InputProblem[];

  constructor(problems: string | readonly InputProblem[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [{ message: problems }] : problems;
    super(list[0]?.message ?? 'Invalid input', options);
    this.problems = list;
  }
}
