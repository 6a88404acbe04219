/** IRIs as keys of LMDB, without the base of the store, with which nearly all of them begin. */
export class ShortNames {
  readonly #prefix: string;

  constructor(private readonly base: string) {
    this.#prefix = `${base}/`;
  }

  /** A unique key for each text: one that begins like a shortened IRI gets a dot in front. */
  short(text: string): string {
    if (text.startsWith(this.#prefix)) return text.slice(this.base.length);
    return text.startsWith('/') || text.startsWith('.') ? `.${text}` : text;
  }

  full(key: string): string {
    if (key.startsWith('/')) return this.base + key;
    return key.startsWith('.') ? key.slice(1) : key;
  }
}
