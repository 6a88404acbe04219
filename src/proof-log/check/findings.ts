/** What a verification of the log finds (P46): at most 20 lines of a kind, then their number. */

/** The kinds in the order of the report, each with what further ones are called. */
const kinds = {
  given: 'checkpoints from outside',
  count: 'counts',
  entry: 'entries that are missing, damaged or at another place',
  epoch: 'starts of logs',
  checkpoint: 'checkpoints with another root',
  signature: 'signatures',
  subtree: 'hashes of the tree',
  newest: 'references to newest entries',
  content: 'graphs that differ from their entries',
  lost: 'entries whose content is missing',
  unlogged: 'graphs without an entry',
  head: 'heads',
} as const;

export type FindingKind = keyof typeof kinds;

const MAX_LISTED = 20;

export class LogFindings {
  readonly #listed = new Map<FindingKind, string[]>();
  readonly #counts = new Map<FindingKind, number>();

  /** @param line names graph and entry. */
  add(kind: FindingKind, line: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > MAX_LISTED) return;
    const listed = this.#listed.get(kind);
    if (listed === undefined) this.#listed.set(kind, [line]);
    else listed.push(line);
  }

  get lines(): string[] {
    return kindNames.flatMap((kind) => {
      const more = (this.#counts.get(kind) ?? 0) - MAX_LISTED;
      return [...(this.#listed.get(kind) ?? []), ...(more > 0 ? [`and ${more} more ${kinds[kind]}`] : [])];
    });
  }
}

const isKind = (name: string): name is FindingKind => Object.hasOwn(kinds, name);
const kindNames = Object.keys(kinds).filter(isKind);
