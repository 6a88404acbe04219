/**
 * Spans of the node's work (OpenTelemetry). Modules receive a `Tracer`; without `OTEL_*` settings it is `noTracer`,
 * which only runs the work.
 */
import type { RequestTrace } from './request-trace.js';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span in progress. */
export interface ActiveSpan {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the work of the span as failed. */
  fail(reason: string): void;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** `internal` by default. */
  readonly kind?: 'server' | 'client';
  /** The request that the span continues; by default the span belongs to the current one. */
  readonly trace?: RequestTrace | undefined;
}

export interface Tracer {
  /** Whether spans are recorded. */
  readonly isEnabled: boolean;
  /** Runs `work` in a span that ends with it. */
  span<Result>(name: string, options: SpanOptions, work: (span: ActiveSpan) => Promise<Result>): Promise<Result>;
  /** Header fields that let a server continue the trace of the current span; empty without a span. */
  headers(): Readonly<Record<string, string>>;
}

const noSpan: ActiveSpan = { rename: () => undefined, set: () => undefined, fail: () => undefined };
const noHeaders = {};

/** Records nothing. */
export const noTracer: Tracer = {
  isEnabled: false,
  span: (_name, _options, work) => work(noSpan),
  headers: () => noHeaders,
};
