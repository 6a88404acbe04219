/** A table that cannot be used: the node does not start, and says which line is at fault (X3). */
export class MappingError extends Error {
  override readonly name = 'MappingError';

  constructor(file: string, line: number, reason: string, options?: ErrorOptions) {
    super(`${file}, line ${line}: ${reason}`, options);
  }
}
