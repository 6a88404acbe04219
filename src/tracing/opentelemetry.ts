/**
 * Spans through the SDK of OpenTelemetry, which itself reads the standard `OTEL_*` variables. It is loaded only if one
 * of them names a destination.
 */
import type { Context, Span } from '@opentelemetry/api';
import type { SpanOptions, Tracer } from './tracer.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/** Variables with the destination of spans. */
const DESTINATIONS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'];

/** Whether spans are configured (OpenTelemetry specification, Environment Variables). */
export function isTracingConfigured(env: Environment): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return DESTINATIONS.some((name) => (env[name] ?? '') !== '');
}

/** The time limit for the last spans at the end of the process. */
const MAX_STOP_MS = 3000;

/**
 * Loads and starts the SDK.
 *
 * @throws Error for invalid variables.
 */
export async function startTracing(env: Environment): Promise<Tracing> {
  const { context, NodeSDK, propagation, SpanKind, SpanStatusCode, trace } =
    await import('../bundled/opentelemetry.js');
  const isNamed = env['OTEL_SERVICE_NAME'] !== undefined || env['OTEL_RESOURCE_ATTRIBUTES']?.includes('service.name');
  // Metrics are for Prometheus, and logs go to standard error.
  const sdk = new NodeSDK({
    ...(isNamed !== true && { serviceName: 'cargograph' }),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  const spans = trace.getTracer('cargograph');
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

  const parentOf = (options: SpanOptions): Context => {
    if (!('trace' in options)) return context.active();
    const traceparent = options.trace?.traceparent;
    // A delivery would otherwise inherit the context in which its queue was started.
    const none = trace.deleteSpan(context.active());
    return traceparent === undefined ? none : propagation.extract(none, { traceparent });
  };
  const failed = (span: Span, message: string): void => {
    span.setStatus({ code: SpanStatusCode.ERROR, message });
  };

  const tracer: Tracer = {
    isEnabled: true,
    span: (name, options, work) => {
      const parent = parentOf(options);
      const { attributes = {}, kind = 'internal' } = options;
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, parent);
      return context.with(trace.setSpan(parent, span), async () => {
        try {
          return await work({
            rename: (text) => span.updateName(text),
            set: (values) => span.setAttributes(values),
            fail: (reason) => {
              failed(span, reason);
            },
          });
        } catch (error) {
          // Messages may quote bodies, so only the kind of the error is recorded.
          failed(span, error instanceof Error ? error.name : 'error');
          throw error;
        } finally {
          span.end();
        }
      });
    },
    headers: () => {
      const fields: Record<string, string> = {};
      propagation.inject(context.active(), fields);
      return fields;
    },
  };
  return {
    tracer,
    stop: async () => {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_STOP_MS).unref());
      // An unreachable collector must not prevent the process from ending.
      await Promise.race([sdk.shutdown().catch(() => undefined), timeout]);
    },
  };
}
