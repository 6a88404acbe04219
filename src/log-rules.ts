/**
 * What a commit adds to the log (P1): its entries as far as the graphs state them, before they are hashed and have a
 * place. Which graphs make entries is a column of the table of graph kinds, so no use case knows of the log.
 */
import { type GraphKind, logKindOf } from './graph-kinds.js';
import type { LogKind } from './proofs/format/record.js';
import type { EntryDraft } from './proofs/sealing.js';
import type { Graph } from './rdf/graph.js';
import { extended, type Iri, isIri, type NamedNode, node } from './rdf/terms.js';
import { dcterms, prov, type Vocabulary } from './rdf/vocabulary.js';
import type { UriScheme } from './uris.js';

/** A graph as a commit leaves it. */
export interface LoggedChange {
  readonly graph: Iri;
  /** Empty when it is gone. */
  readonly text: string;
  /** Whether the record did not have it before. */
  readonly isNew: boolean;
  /** Whether it lost statements by an erasure, or all of them by a drop: neither makes an entry (P30). */
  readonly isTakenAway: boolean;
}

/** What a commit does to the log. */
export interface LoggedCommit {
  readonly drafts: readonly EntryDraft[];
  /** Graphs of whose entries nothing is left: their salts go with it. */
  readonly forgotten: readonly Iri[];
  /** Whether it would make entries if the log were on. */
  readonly isUnlogged: boolean;
}

export interface CommitContext {
  readonly parsed: (text: string) => Graph;
  /** The time of the commit. */
  readonly now: Date;
}

/** A graph that is to have an entry (P51). */
export interface StoredGraph {
  readonly graph: Iri;
  /** The graphs that its entry commits to. */
  readonly parts: readonly Iri[];
  /** The graph that says when and by whom it was written. */
  readonly source: Iri;
  /** Whether it never changes, so that its entry fits it for ever. */
  readonly isFinal: boolean;
  /** @param source the statements of `source`. */
  readonly draft: (source: Graph, context: Pick<CommitContext, 'now'>) => EntryDraft;
}

interface Authorship {
  readonly agent: Iri | undefined;
  readonly time: Date | undefined;
  readonly cause: Iri | undefined;
}

type Naming = Pick<UriScheme, 'graphKind' | 'provenance' | 'subjectOf' | 'acl'>;

/** Whether the provenance of a graph is in the same entry (P1). */
const hasProvenance = (kind: LogKind): boolean => kind === 'revision' || kind === 'event';

/** The graphs that an entry of a kind commits to. */
export const partsOf = (kind: LogKind, graph: Iri): readonly Iri[] =>
  hasProvenance(kind) ? [graph, extended(graph, '/provenance')] : [graph];

export class EntryRules {
  /**
   * @param fallback the agent of what names none: the data holder.
   * @param isOn whether entries are made (`PROOF_LOG`); salts of what is erased go in any case.
   */
  constructor(
    private readonly uris: Naming,
    private readonly vocabulary: Vocabulary,
    private readonly fallback: Iri,
    private readonly isOn = true,
  ) {}

  /** The entries of a commit in the order of its graphs: one for each graph and commit (P1). */
  of(changes: readonly LoggedChange[], context: CommitContext): LoggedCommit {
    const drafts: EntryDraft[] = [];
    const forgotten: Iri[] = [];
    let isUnlogged = false;
    for (const change of changes) {
      const kind = this.uris.graphKind(change.graph);
      const logs = kind && logKindOf(kind);
      if (kind === undefined || logs === undefined) continue;
      const isGone = change.text === '' && (change.isTakenAway || kind.isFinal);
      // Where only a part of an entry is gone, the salts of the others stay.
      if (
        isGone &&
        partsOf(logs, change.graph).every((part) => changes.some((each) => each.graph === part && each.text === ''))
      )
        forgotten.push(change.graph);
      // A graph of history is written once.
      else if (!isGone && !change.isTakenAway && (change.isNew || !kind.isFinal)) {
        if (this.isOn) drafts.push(this.#draft(change, { kind, logs }, changes, context));
        else isUnlogged = true;
      }
    }
    return { drafts, forgotten, isUnlogged };
  }

  /** The graph whose entry commits to a graph, with all graphs of that entry; undefined for a graph in no entry. */
  entryOf(graph: Iri): { readonly graph: Iri; readonly parts: readonly Iri[] } | undefined {
    const kind = this.uris.graphKind(graph);
    if (kind === undefined) return undefined;
    if (kind.kind === 'revision-provenance' || kind.kind === 'event-provenance')
      return this.entryOf(this.uris.subjectOf(graph));
    const logs = logKindOf(kind);
    return logs && { graph, parts: partsOf(logs, graph) };
  }

  /**
   * How a graph that is stored without an entry gets one (P51). The graphs of logs have theirs where the log is: an import
   * has those of others.
   */
  stored(graph: Iri): StoredGraph | undefined {
    const kind = this.uris.graphKind(graph);
    const logs = kind && logKindOf(kind);
    if (!this.isOn || kind === undefined || logs === undefined || logs === 'log') return undefined;
    const parts = partsOf(logs, graph);
    return {
      graph,
      parts,
      source: hasProvenance(logs) ? this.uris.provenance(graph) : graph,
      isFinal: kind.isFinal,
      draft: (source, { now }) => {
        const { agent, time, cause } = hasProvenance(logs)
          ? caused(source, graph)
          : logs === 'request'
            ? this.#decision(source, graph)
            : kind.kind === 'access-list'
              ? lastAddition(source)
              : attribution(source, graph);
        return this.#entry(logs, graph, { agent, time: time ?? now, cause });
      },
    };
  }

  #entry(
    kind: LogKind,
    graph: Iri,
    { agent, time, cause }: Pick<Authorship, 'agent' | 'cause'> & { readonly time: Date },
  ): EntryDraft {
    return {
      kind,
      graph,
      time: time.toISOString(),
      agent: agent ?? this.fallback,
      ...(cause !== undefined && { cause }),
      parts: partsOf(kind, graph),
    };
  }

  #draft(
    { graph, text }: LoggedChange,
    { kind, logs }: { readonly kind: GraphKind; readonly logs: LogKind },
    changes: readonly LoggedChange[],
    { parsed, now }: CommitContext,
  ): EntryDraft {
    const textOf = (name: Iri): string => changes.find((change) => change.graph === name)?.text ?? '';
    const { agent, time, cause } = hasProvenance(logs)
      ? caused(parsed(textOf(this.uris.provenance(graph))), graph)
      : logs === 'request'
        ? this.#decision(parsed(text), graph)
        : kind.kind === 'access-list'
          ? this.#granting(kind.object, changes, parsed)
          : attribution(parsed(text), graph);
    return this.#entry(logs, graph, { agent, time: time ?? now, cause });
  }

  /** Who brought a request into its status, and when. */
  #decision(request: Graph, graph: Iri): Authorship {
    const { api } = this.vocabulary;
    const root = node(graph);
    let last: { readonly since: number; readonly agent: Iri | undefined } | undefined;
    for (const entry of request.objects(root, api.hasRequestStatusHistory)) {
      const since = request.date(entry, api.hasRequestStatusSince)?.getTime() ?? 0;
      if (last === undefined || since >= last.since) last = { since, agent: request.iri(entry, api.isChangedBy) };
    }
    return {
      agent: last?.agent ?? request.iri(root, api.isRequestedBy),
      time: request.date(root, api.hasRequestStatusSince) ?? request.date(root, api.isRequestedAt),
      cause: undefined,
    };
  }

  /** Who changed a list: its author names itself in the list that was replaced, or a request of the commit granted it. */
  #granting(object: Iri, changes: readonly LoggedChange[], parsed: CommitContext['parsed']): Authorship {
    for (const { graph, text } of changes) {
      const kind = this.uris.graphKind(graph);
      if (kind?.kind === 'replaced-access-list' && kind.object === object) {
        const agent = parsed(text).iri(node(graph), prov.wasAttributedTo);
        if (agent !== undefined) return { agent, time: undefined, cause: undefined };
      }
    }
    for (const { graph, text } of changes) {
      if (this.uris.graphKind(graph)?.kind !== 'action-request') continue;
      const { agent } = this.#decision(parsed(text), graph);
      return { agent, time: undefined, cause: graph };
    }
    const list = parsed(changes.find(({ graph }) => graph === this.uris.acl(object))?.text ?? '');
    for (const { object: agent } of list.match(null, prov.wasAttributedTo))
      if (isIri(agent.value)) return { agent: agent.value, time: undefined, cause: undefined };
    return { agent: undefined, time: undefined, cause: undefined };
  }
}

/** Who added the newest authorization to a list, and when. */
function lastAddition(list: Graph): Authorship {
  let last: Authorship = { agent: undefined, time: undefined, cause: undefined };
  for (const { subject } of list.match(null, prov.wasAttributedTo)) {
    const time = list.date(subject, dcterms.created);
    if (last.agent === undefined || (time?.getTime() ?? 0) > (last.time?.getTime() ?? 0))
      last = { agent: list.iri(subject, prov.wasAttributedTo), time, cause: undefined };
  }
  return last;
}

/** What a graph says of a resource: who made it, and when. */
function attribution(statements: Graph, subject: Iri): Authorship {
  const root: NamedNode = node(subject);
  // The provenance graph of a copy is about the graph that it belongs to.
  const about = statements.objects(root, prov.generatedAtTime).length > 0 ? root : aboutIn(statements, root);
  return {
    agent: statements.iri(about, prov.wasAttributedTo),
    time: statements.date(about, prov.generatedAtTime) ?? statements.date(about, dcterms.created),
    cause: undefined,
  };
}

/** As `attribution`, with the request or the message that a revision or an event comes from. */
function caused(provenance: Graph, subject: Iri): Authorship {
  const root = node(subject);
  const cause = provenance.iri(root, prov.wasGeneratedBy) ?? provenance.iri(root, prov.wasDerivedFrom);
  return { ...attribution(provenance, subject), cause };
}

function aboutIn(statements: Graph, root: NamedNode): NamedNode {
  const suffix = '/provenance';
  if (!root.value.endsWith(suffix)) return root;
  const subject = root.value.slice(0, -suffix.length);
  return isIri(subject) && statements.about(node(subject)).length > 0 ? node(subject) : root;
}
