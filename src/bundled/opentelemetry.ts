export { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
export { NodeSDK } from '@opentelemetry/sdk-node';
