/** What a transaction does to the log of proofs: entries of what it writes, and the salts that an erasure leaves. */
import { hashesOf, statementLines } from '../../proofs/statement-lines.js';
import { readSlots, type Slot, writeSlots } from '../../proofs/salts.js';
import type { CommitContext } from '../../log-rules.js';
import type { Iri } from '../../rdf/terms.js';
import { type LogChange, type LogRules, type ProofLogReader, UNLOGGED } from '../proof-log.js';
import { DamagedDataError } from '../quarantine.js';
import type { GraphChange } from '../record.js';

/** @returns undefined for a transaction that does nothing to the log. */
export async function logChange(
  changes: readonly GraphChange[],
  context: CommitContext,
  rules: LogRules | undefined,
  reader: ProofLogReader,
): Promise<LogChange | undefined> {
  if (rules === undefined) return undefined;
  const { drafts, forgotten, isUnlogged } = rules.of(
    changes.map(({ graph, text, isNew = false, isTakenAway = false }) => ({ graph, text, isNew, isTakenAway })),
    context,
  );
  const gone = new Set(forgotten);
  const salts: LogChange['salts'][number][] = forgotten.map((graph) => ({ graph, salts: new Uint8Array() }));
  const cut = new Map<Iri, readonly Iri[]>();
  for (const { graph, isTakenAway = false } of changes) {
    const entry = isTakenAway ? rules.entryOf(graph) : undefined;
    if (entry !== undefined && !gone.has(entry.graph)) cut.set(entry.graph, entry.parts);
  }
  for (const [graph, parts] of cut) {
    const left = await saltsLeft(graph, parts, changes, reader);
    if (left !== undefined) salts.push({ graph, salts: left });
  }
  const values = isUnlogged ? [UNLOGGED] : [];
  return drafts.length + salts.length + values.length === 0 ? undefined : { drafts, salts, values };
}

/** The slots of a graph's newest entry after an erasure; undefined for a graph without an entry. */
async function saltsLeft(
  graph: Iri,
  parts: readonly Iri[],
  changes: readonly GraphChange[],
  reader: ProofLogReader,
): Promise<Buffer | undefined> {
  const newest = await reader.newest(graph, parts);
  if (newest === undefined) return undefined;
  const texts = newest.texts.filter((text) => text !== undefined);
  if (texts.length < parts.length) throw new DamagedDataError(`a graph of the entry of ${graph} is damaged`);
  const before = parts.map((part, index) => ({ graph: part, text: texts[index] ?? '' }));
  const after = before.map((part) => ({
    graph: part.graph,
    text: changes.find((change) => change.graph === part.graph)?.text ?? part.text,
  }));
  const lines = statementLines(before);
  const left = new Set(statementLines(after));
  const slots = readSlots(newest.salts, lines.length);
  if (slots === undefined) return undefined;
  // A line that is there has a salt; those that were erased before have none.
  const remaining = lines.values();
  return writeSlots(
    slots.map((slot): Slot => {
      if (slot.kind === 'erased') return slot;
      const line = remaining.next().value;
      return line === undefined || left.has(line) ? slot : { kind: 'erased', hash: hashesOf([line], slot.salt) };
    }),
  );
}
