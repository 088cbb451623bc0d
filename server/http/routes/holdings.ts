/** What we hold for deals in all: as a call, and as a page in both languages that is filled in from it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getHoldings, type Holdings } from '#core/contract/holdings.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { beforeDeadline } from '#server/http/deadline.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import { holdingsHtml } from '#server/http/site/holdings-page.ts'
import { fromCurrentPages } from '#server/http/site/open-site.ts'
import { pageTemplate } from '#server/http/site/page-template.ts'
import { type DayEnd, holdingsAt, presentHoldings } from '#server/services/money/holdings.ts'

/** Figures change once a day; the seal and the check may be some minutes old. */
const CACHE = 'public, max-age=300'

export function holdingsRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const dayEnd = onceADay((at) => deps.runInTransaction((tx) => holdingsAt({ tx }, at)))
  registerEndpoint(app, deps, getHoldings, ({ ctx, reply }) => {
    reply.header('cache-control', CACHE)
    return presentHoldings(ctx, dayEnd)
  })
  pageRoutes(app, deps, dayEnd)
}

/** The figures of a day that is over do not change. Asked for at the same moment they are read once; a failure is not kept. */
function onceADay(read: (at: number) => Promise<DayEnd>): (at: number) => Promise<DayEnd> {
  let known: { readonly at: number; readonly figures: Promise<DayEnd> } | null = null
  return (at) => {
    if (known?.at === at) return known.figures
    const figures = read(at)
    known = { at, figures }
    figures.catch(() => {
      if (known?.figures === figures) known = null
    })
    return figures
  }
}

function pageRoutes(
  app: FastifyInstance,
  deps: AppDependencies,
  dayEnd: (at: number) => Promise<DayEnd>,
): void {
  const { site, runInTransaction } = deps
  if (!site) return
  const read = async (request: FastifyRequest, reply: FastifyReply): Promise<Holdings | null> => {
    try {
      const reading = runInTransaction((tx, now) => presentHoldings({ tx, now }, dayEnd))
      return await beforeDeadline(reading, request, reply)
    } catch (error) {
      // a browser that was sent the error as JSON would show it as it is
      request.log.error({ name: (error as Error).name, message: (error as Error).message }, 'holdings failed')
      return null
    }
  }
  const serve = (prefix: string, locale: Locale): void => {
    const currentTemplate = fromCurrentPages(site, (rendered) => pageTemplate(rendered, 'holdings', locale))
    if (!currentTemplate()) return
    app.get(`${prefix}/holdings`, { schema: { hide: true } }, async (request, reply) => {
      const holdings = await read(request, reply)
      const template = currentTemplate()
      if (!template) throw new Error('the page of holdings was not rendered')
      return reply
        .code(holdings ? 200 : 503)
        .type('text/html; charset=utf-8')
        .header('cache-control', holdings ? CACHE : 'no-store')
        .header('content-security-policy', template.policy)
        .send(holdingsHtml(template, holdings, locale))
    })
  }
  for (const locale of LOCALES) serve(locale === 'hi' ? '/hi' : '', locale)
}
