/** The HTTP application, without listening: what a request meets, in order. */

import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from './http/deps.ts'
import { closing } from './http/plugins/closing.ts'
import { errors } from './http/plugins/errors.ts'
import { headers } from './http/plugins/headers.ts'
import { rateLimits } from './http/plugins/rate-limit.ts'
import { site } from './http/plugins/site.ts'
import { LONGEST_BODY_MS, wire } from './http/plugins/wire.ts'
import { accountRoutes } from './http/routes/account.ts'
import { adminRoutes } from './http/routes/admin.ts'
import { authRoutes } from './http/routes/auth.ts'
import { chatRoutes } from './http/routes/chat.ts'
import { dealRoutes } from './http/routes/deals.ts'
import { fileRoutes } from './http/routes/files.ts'
import { grievanceRoutes } from './http/routes/grievance.ts'
import { metricsRoutes } from './http/routes/metrics.ts'
import { noticeRoutes } from './http/routes/notices.ts'
import { paperRoutes } from './http/routes/papers.ts'
import { paymentRoutes } from './http/routes/payments.ts'
import { sandboxRoutes } from './http/routes/sandbox.ts'
import { siteRoutes } from './http/routes/site.ts'
import { streamRoutes } from './http/routes/stream.ts'
import { transactionRoutes } from './http/routes/transactions.ts'
import { webFileRoutes } from './http/routes/web-files.ts'

const MAX_BODY = 100 * 1024

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    // addresses carry tokens and what people search for: the metrics count requests by route instead
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    requestTimeout: LONGEST_BODY_MS,
    // a slow or silent client is cut off: headers within 3 s, looked at each second
    http: { headersTimeout: 3_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { ignoreTrailingSlash: true },
    // after the drain: a browser's spare connection, on which nothing was ever asked, is not idle to Node and stays
    forceCloseConnections: true,
    // what still comes while we close is answered
    return503OnClosing: false,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
  } as never) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  closing(app)
  wire(app, deps.hosts)
  errors(app)
  await headers(app, deps.house.publicUrl.startsWith('https:'))
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] })
  await rateLimits(app, deps)
  metricsRoutes(app, deps)
  await documents(app)
  await app.register(async (scope) => {
    authRoutes(scope, deps)
    transactionRoutes(scope, deps)
    dealRoutes(scope, deps)
    fileRoutes(scope, deps)
    chatRoutes(scope, deps)
    streamRoutes(scope, deps)
    noticeRoutes(scope, deps)
    paperRoutes(scope, deps)
    grievanceRoutes(scope, deps)
    accountRoutes(scope, deps)
    webFileRoutes(scope, deps)
    paymentRoutes(scope, deps)
    adminRoutes(scope, deps)
    siteRoutes(scope, deps)
    if (deps.sandbox) sandboxRoutes(scope, deps, deps.sandbox)
  })
  await site(app, deps)
  return app
}

/** OpenAPI 3.1, drawn from the endpoints themselves. */
async function documents(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Amanat', version: '1', description: 'The wire contract of the trust service.' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
