/** The HTTP application without its socket: plugins and routes, in the order in which a request passes them. */

import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { AppDependencies } from './http/dependencies.ts'
import { openApiDocument } from './http/openapi/document.ts'
import { accessLog } from './http/plugins/access-log.ts'
import { allowedMethods } from './http/plugins/allowed-methods.ts'
import { errors, sendProblem } from './http/plugins/errors.ts'
import { gracefulShutdown } from './http/plugins/graceful-shutdown.ts'
import { rateLimits } from './http/plugins/rate-limit.ts'
import { LONGEST_BODY_MS, ownPath, requestGuards } from './http/plugins/request-guards.ts'
import {
  FILE_POLICY,
  requestIds,
  securityHeaders,
  sendSecurityHeaders,
} from './http/plugins/security-headers.ts'
import { site } from './http/plugins/site.ts'
import { onClientError } from './http/raw-problems.ts'
import { accountRoutes } from './http/routes/account.ts'
import { adminRoutes } from './http/routes/admin.ts'
import { appRoutes } from './http/routes/apps.ts'
import { auditRoutes } from './http/routes/audit.ts'
import { authRoutes } from './http/routes/auth.ts'
import { chatRoutes } from './http/routes/chat.ts'
import { checkoutRoutes } from './http/routes/checkout.ts'
import { dealRoutes } from './http/routes/deals.ts'
import { documentRoutes } from './http/routes/documents.ts'
import { fileRoutes } from './http/routes/files.ts'
import { grievanceRoutes } from './http/routes/grievance.ts'
import { holdingsRoutes } from './http/routes/holdings.ts'
import { inboxRoutes } from './http/routes/inbox.ts'
import { integratorRoutes } from './http/routes/integrators.ts'
import { inviteRoutes } from './http/routes/invites.ts'
import { leadRoutes } from './http/routes/leads.ts'
import { linkRoutes } from './http/routes/links.ts'
import { matchDeskRoutes } from './http/routes/match-desk.ts'
import { mcpRoutes } from './http/routes/mcp.ts'
import { metricsRoutes } from './http/routes/metrics.ts'
import { notificationRoutes } from './http/routes/notifications.ts'
import { offerPageRoutes } from './http/routes/offer-page.ts'
import { paymentRoutes } from './http/routes/payments.ts'
import { payoutBatchRoutes } from './http/routes/payout-batches.ts'
import { payoutRoutes, sandboxPayoutRoutes } from './http/routes/payouts.ts'
import { policyRoutes } from './http/routes/policies.ts'
import { problemRoutes } from './http/routes/problems.ts'
import { requestRoutes } from './http/routes/requests.ts'
import { sandboxRoutes } from './http/routes/sandbox.ts'
import { passkeyRoutes, secondFactorRoutes } from './http/routes/second-factor.ts'
import { settlementRoutes } from './http/routes/settlements.ts'
import { probeRoutes, siteRoutes } from './http/routes/site.ts'
import { statementRoutes } from './http/routes/statements.ts'
import { streamRoutes } from './http/routes/stream.ts'
import { targetCheckRoutes } from './http/routes/target-checks.ts'
import { taxPaperRoutes } from './http/routes/tax-papers.ts'
import { transactionRoutes } from './http/routes/transactions.ts'
import { sandboxCodeRoutes, verificationRoutes } from './http/routes/verification.ts'
import { webFileRoutes } from './http/routes/web-files.ts'
import { webhookRoutes } from './http/routes/webhooks.ts'
import { applyAllDueLapses, countQuarantined } from './jobs/deadlines.ts'
import { jobFailures } from './jobs/queue.ts'
import { syncStandbyCount } from './jobs/standbys.ts'

const MAX_BODY = 100 * 1024
/** Swagger UI's own policy lets styles and fonts of any site in, and a picture of a validator's. */
const DOCS_POLICY = `${FILE_POLICY}; img-src 'self' data:`

export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  const headers = securityHeaders(deps.settings.publicUrl.startsWith('https:'))
  const app = Fastify({
    loggerInstance: deps.log,
    // unique over all processes, or that of the proxy's log: the audit log names it
    genReqId: requestIds(deps.trustedProxies),
    rewriteUrl: ownPath(deps.hosts),
    // what never reaches a route, and so no hook: a path that cannot be decoded; bytes that are no request
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(request, reply.headers(headers).header('x-request-id', request.id), 400, 'bad_request'),
    clientErrorHandler: onClientError(headers),
    // URLs carry tokens and search terms, so requests are not logged; the metrics count them by route.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    requestTimeout: LONGEST_BODY_MS,
    // A slow or silent client is disconnected. Less, and one whose first bytes are late on a bad line is refused.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { ignoreTrailingSlash: true },
    // After the drain: a browser's spare connection without any request does not count as idle in Node and would stay open.
    forceCloseConnections: true,
    // Requests that arrive while the server closes are answered.
    return503OnClosing: false,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
  } as never) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  gracefulShutdown(app)
  accessLog(app, deps.logAccess ?? false)
  sendSecurityHeaders(app, headers)
  requestGuards(app, deps.hosts, headers)
  errors(app, deps.settings.publicUrl)
  const allowed = allowedMethods(app)
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] })
  await rateLimits(app, deps)
  metricsRoutes(app, deps, { countQuarantined, jobFailures, syncStandbyCount })
  if (deps.hasApiDocs ?? true) await apiDocuments(app, deps)
  probeRoutes(app, deps)
  if (deps.hasCalls ?? true) await app.register(async (scope) => callRoutes(scope, deps))
  await site(app, deps, allowed)
  return app
}

function callRoutes(scope: FastifyInstance, deps: AppDependencies): void {
  authRoutes(scope, deps)
  transactionRoutes(scope, deps)
  dealRoutes(scope, deps)
  fileRoutes(scope, deps)
  chatRoutes(scope, deps)
  streamRoutes(scope, deps)
  notificationRoutes(scope, deps)
  documentRoutes(scope, deps)
  grievanceRoutes(scope, deps)
  leadRoutes(scope, deps)
  accountRoutes(scope, deps)
  secondFactorRoutes(scope, deps)
  passkeyRoutes(scope, deps)
  webFileRoutes(scope, deps)
  integratorRoutes(scope, deps)
  mcpRoutes(scope, deps)
  problemRoutes(scope, deps)
  offerPageRoutes(scope, deps)
  holdingsRoutes(scope, deps)
  paymentRoutes(scope, deps)
  checkoutRoutes(scope, deps)
  adminRoutes(scope, deps)
  payoutRoutes(scope, deps)
  auditRoutes(scope, deps)
  statementRoutes(scope, deps)
  matchDeskRoutes(scope, deps)
  inboxRoutes(scope, deps)
  payoutBatchRoutes(scope, deps)
  targetCheckRoutes(scope, deps)
  taxPaperRoutes(scope, deps)
  settlementRoutes(scope, deps)
  policyRoutes(scope, deps)
  appRoutes(scope, deps)
  inviteRoutes(scope, deps)
  requestRoutes(scope, deps)
  linkRoutes(scope, deps)
  webhookRoutes(scope, deps)
  verificationRoutes(scope, deps)
  siteRoutes(scope, deps)
  if (deps.sandbox) {
    sandboxRoutes(scope, deps, { rail: deps.sandbox, applyLapses: () => applyAllDueLapses(deps) })
    sandboxCodeRoutes(scope, deps)
    sandboxPayoutRoutes(scope, deps)
  }
}

/** OpenAPI 3.1, drawn from the contract when it is first asked for: of the calls that this server has. */
async function apiDocuments(app: FastifyInstance, { settings }: AppDependencies): Promise<void> {
  const served = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) served.add(`${name} ${url}`)
  })
  const { publicUrl, hasSandbox: isSandbox } = settings
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // the contract says more than Fastify's routes do
    transform: ({ schema, url }) => ({ schema: { ...schema, hide: true }, url }),
    transformObject: () =>
      openApiDocument({ publicUrl, isSandbox, isServed: (call) => served.has(call) }) as object,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_POLICY })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
