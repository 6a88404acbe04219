/** Whether the node can answer and write. */
import { askJson, Failure } from '../core/index.js';
import type { FillProgress } from './filling.js';

/** `GET /health/ready` */
export interface Readiness {
  readonly status: 'ready' | 'read-only' | 'not ready';
  readonly reason?: string;
  readonly degraded?: readonly { readonly key: string; readonly reason: string; readonly count: number }[];
  readonly filling?: readonly FillProgress[];
}

export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  try {
    return await askJson<Readiness>('/health/ready', { signal });
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.kind === 'starting') return { status: 'not ready', reason: thrown.message };
    throw thrown;
  }
}
