/** What an engine tells about a query: its position, and its own plan. */
import type { Iri } from '../../rdf/terms.js';
import type { GraphSource } from '../../store/store.js';
import type { ExplainedEngine } from '../explain/schema.js';
import { type EngineClient, EngineError } from './engine-client.js';
import { readState } from './projection-state.js';

interface ExplanationContext {
  readonly engine: Pick<EngineClient, 'query' | 'plan'>;
  readonly store: Pick<GraphSource, 'sequence'>;
  readonly base: Iri;
}

/** Empty while the engine is unreachable. @param text the query as the engine would get it. */
export async function explainedEngine(
  { engine, store, base }: ExplanationContext,
  text: string,
  aborted: AbortSignal,
): Promise<ExplainedEngine> {
  try {
    const [{ sequence, base: ofNode }, plan] = await Promise.all([readState(engine), engine.plan(text, aborted)]);
    return {
      ...(sequence !== undefined && ofNode === base && { sequence, behind: Math.max(0, store.sequence - sequence) }),
      ...(plan !== undefined && { plan }),
    };
  } catch (error) {
    if (error instanceof EngineError) return {};
    throw error;
  }
}
