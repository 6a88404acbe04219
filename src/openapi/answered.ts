/** The answer of a handler of plain JSON. */
export interface Answered<Value> {
  readonly answer: Value;
  readonly headers?: Readonly<Record<string, string>>;
}
