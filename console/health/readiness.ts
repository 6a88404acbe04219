/** Whether the node can answer and write. */
import type { Readiness } from '../../src/console/responses.js';
import { askJson, Failure } from '../core/index.js';

export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  try {
    return await askJson<Readiness>('/health/ready', { signal });
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.kind === 'starting') return { status: 'not ready', reason: thrown.message };
    throw thrown;
  }
}
