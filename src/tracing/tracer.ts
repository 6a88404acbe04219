/**
 * Spans of what the node does (OpenTelemetry). Modules get a `Tracer`; without `OTEL_*` settings it is `noTracer`, which runs
 * the work and nothing else.
 */
import type { RequestTrace } from './request-trace.js';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has begun. */
export interface ActiveSpan {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks what it describes as failed. */
  fail(reason: string): void;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** `internal` by default. */
  readonly kind?: 'server' | 'client';
  /** The request that it continues; by default it belongs to the span in which it begins. */
  readonly trace?: RequestTrace | undefined;
}

export interface Tracer {
  /** Whether spans are recorded. */
  readonly isEnabled: boolean;
  /** Runs `work` in a span that ends with it. */
  span<Result>(name: string, options: SpanOptions, work: (span: ActiveSpan) => Promise<Result>): Promise<Result>;
  /** Header fields that let a server continue the trace of the present span; empty without one. */
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
