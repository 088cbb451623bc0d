/**
 * Traces and figures of calls and statements, sent to a collector by OTLP. Imported by nobody but main, and only when a
 * collector is set. http and pg are patched in place, so the modules that have them already are traced too.
 */
import { createRequire } from 'node:module'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  createAllowListAttributesProcessor,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { Config } from '#server/config/config.ts'
import { programVersion } from '#server/lib/paths.ts'
import type { Log } from '#server/log.ts'

/** A path holds a deal's secret, a query what people search, an error what they typed: what is not here is not sent. */
const SENT = [
  ...['http.request.method', 'http.response.status_code', 'http.method', 'http.status_code', 'http.route'],
  ...['db.system', 'db.system.name', 'db.name', 'db.namespace', 'db.statement', 'db.query.text'],
  ...['db.operation.name', 'error.type', 'fastify.type'],
]

const isSent = (name: string): boolean => SENT.includes(name)

function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => isSent(name)))
  const { code } = span.status
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code } },
  }) as ReadableSpan
}

const filtered = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(withoutPersonalData), done),
  shutdown: () => exporter.shutdown(),
})

const EXPORT_MS = 15_000
/** A collector that is away must not delay the end of the process. */
const SHUTDOWN_MS = 2_000

/** Each try of a collector that is away fails, several a minute. */
const TELL_EVERY_MS = 600_000

/** The error as text; more than its message may hold the headers, and so the collector's key. */
function reasonIn(text: string): string {
  try {
    return String(JSON.parse(text).message)
  } catch {
    return 'unknown'
  }
}

function tellFailures(log: Log): void {
  const ignore = (): void => {}
  let tellAt = 0
  const error = (text: string): void => {
    if (performance.now() < tellAt) return
    tellAt = performance.now() + TELL_EVERY_MS
    log.warn({ reason: reasonIn(text) }, 'the collector takes no traces or figures')
  }
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR)
}

/** Answers how to send what is left and stop. To be called before the application is built. */
export function startTelemetry(
  { endpoint, headers, service, share }: NonNullable<Config['otlp']>,
  log: Log,
): () => Promise<void> {
  tellFailures(log)
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': programVersion })
  const target = (signal: string) => ({ url: `${endpoint}/v1/${signal}`, headers, timeoutMillis: 5_000 })
  const traces = new NodeTracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(filtered(new OTLPTraceExporter(target('traces'))))],
  })
  traces.register()
  const exporter = new OTLPMetricExporter(target('metrics'))
  const metrics = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: EXPORT_MS })],
    // a caller may send any Host: each would be a series of its own
    views: [{ instrumentName: '*', attributesProcessors: [createAllowListAttributesProcessor(SENT)] }],
  })
  registerInstrumentations({
    tracerProvider: traces,
    meterProvider: metrics,
    instrumentations: [
      new HttpInstrumentation(),
      new PgInstrumentation({ requireParentSpan: true }),
      new FastifyOtelInstrumentation({
        registerOnInitialization: true,
        recordExceptions: false,
        instrumentHooks: false,
      }),
    ],
  })
  const load = createRequire(import.meta.url)
  for (const name of ['http', 'https', 'pg']) load(name)
  return async () => {
    const sent = Promise.allSettled([traces.shutdown(), metrics.shutdown()])
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((done) => {
      timer = setTimeout(done, SHUTDOWN_MS)
    })
    await Promise.race([sent, late])
    clearTimeout(timer)
  }
}
