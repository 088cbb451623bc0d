/** /o/<id> in both languages: the page that a shop puts into its bio, with the offer in it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#core/errors.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { beforeDeadline } from '#server/http/deadline.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { offerPageHtml, type ShownOffer } from '#server/http/site/offer-page.ts'
import { fromCurrentPages } from '#server/http/site/open-site.ts'
import { pageTemplate } from '#server/http/site/page-template.ts'
import { readLink } from '#server/services/links/links.ts'

const STATUS: Readonly<Record<string, number>> = { gone: 404, failed: 503 }
const ID = /^[\w-]{1,64}$/

type OfferRequest = FastifyRequest<{ Params: { id?: string } }>

/** A person who opens it, not a chat that draws a preview of it. */
const isOpening = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'document'

async function shownOffer(
  { runInTransaction, settings }: AppDependencies,
  request: OfferRequest,
  reply: FastifyReply,
): Promise<ShownOffer> {
  const { id = '' } = request.params
  if (!ID.test(id)) return 'gone'
  const origin = { address: request.ip, device: null, deviceId: null, requestId: request.id }
  try {
    const reading = runInTransaction((tx, now) =>
      readLink({ tx, now, settings, origin }, id, isOpening(request)),
    )
    return await beforeDeadline(reading, request, reply)
  } catch (error) {
    if (error instanceof Refusal) return 'gone'
    // a browser that was sent the error as JSON would show it as it is
    request.log.error({ name: (error as Error).name, message: (error as Error).message }, 'offer page failed')
    return 'failed'
  }
}

export function offerPageRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { site, settings } = deps
  if (!site) return
  const origin = settings.publicUrl.replace(/\/$/, '')
  const serve = (prefix: string, locale: Locale): void => {
    const currentTemplate = fromCurrentPages(site, (rendered) => pageTemplate(rendered, 'o', locale))
    if (!currentTemplate()) return
    const send = async (request: OfferRequest, reply: FastifyReply) => {
      const offer = await shownOffer(deps, request, reply)
      const template = currentTemplate()
      if (!template) throw new Error('the offer page was not rendered')
      const status = typeof offer === 'string' ? STATUS[offer] : undefined
      return (
        reply
          .code(status ?? 200)
          .type('text/html; charset=utf-8')
          // neither the price nor the stock of yesterday is shown again
          .header('cache-control', 'no-store')
          .header('content-security-policy', template.policy)
          .send(offerPageHtml(template, offer, { locale, origin }))
      )
    }
    for (const path of [`${prefix}/o`, `${prefix}/o/:id`]) app.get(path, { schema: { hide: true } }, send)
  }
  for (const locale of LOCALES) serve(locale === 'hi' ? '/hi' : '', locale)
}
