/** Answers of queries over HTTP, with facts about their execution for the caller. */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Content, RequestContext } from '../http/request-context.js';
import type { EngineResult } from './engine/engine-result.js';
import { type AskedQuery, QueryPhases } from './query-phases.js';
import { type QueryReport, serverTiming } from './query-report.js';

/** An executor of queries: the workers, or the engine that the node feeds. */
export interface Analytics {
  ask(request: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<EngineResult>;
}

/** Answers a query of the caller of a request. */
export type AnswerQuery = (context: RequestContext, asked: Omit<AskedQuery, 'phases'>) => Promise<Content>;

export function answersOf({
  analytics,
  report,
}: {
  readonly analytics: Analytics;
  readonly report: QueryReport;
}): AnswerQuery {
  return async (context, asked) => {
    const { text } = asked;
    const { caller, requestId } = context;
    const phases = new QueryPhases();
    // The duration would reveal the amount of data hidden from a partner.
    const timing = (): Record<string, string> => (caller.internal ? { 'Server-Timing': serverTiming(phases) } : {});
    const answer = analytics
      .ask({ ...asked, phases }, caller, context.aborted())
      .finally(() => {
        phases.end();
        report({ text, isOfPast: asked.at !== undefined, caller, requestId }, phases);
      })
      .catch((error: unknown) => {
        throw error instanceof ServiceError ? error.with(timing()) : error;
      });
    const { body, contentType, truncated, dataset } = await answer;
    return {
      kind: 'content',
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      contentType,
      headers: {
        ...(truncated && { Truncated: 'true' }),
        ...timing(),
        ...(dataset !== undefined && {
          'Dataset-Sequence': String(dataset.sequence),
          'Dataset-Behind': String(dataset.behind),
        }),
      },
    };
  };
}
