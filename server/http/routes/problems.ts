/** A page for each code of a refusal, in both languages: what it means, and what a program does about it. */
import type { FastifyInstance } from 'fastify'
import { LOCALES, type Locale } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import { refusalText } from '#messages/error-text.ts'
import type { MessageText } from '#messages/message-text.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { sendProblem } from '#server/http/plugins/errors.ts'
import { FILE_POLICY } from '#server/http/plugins/security-headers.ts'
import { problemPath, STATUS_OF_CODE } from '#server/http/problem-details.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { policyOf } from '#server/http/site/rendered-files.ts'
import { escapeHtml } from '#server/lib/html.ts'
import { companyProfile } from '#server/mail/company-profile.ts'

const WAY_ON: Readonly<Record<number, MessageText<Record<string, never>>>> = {
  400: m.problem_way_on_400,
  401: m.problem_way_on_401,
  403: m.problem_way_on_403,
  404: m.problem_way_on_404,
  405: m.problem_way_on_404,
  409: m.problem_way_on_409,
  410: m.problem_way_on_410,
  413: m.problem_way_on_413,
  415: m.problem_way_on_415,
  422: m.problem_way_on_422,
  429: m.problem_way_on_429,
  500: m.problem_way_on_503,
  503: m.problem_way_on_503,
}

interface ExplainedCode {
  readonly code: string
  readonly status: number
  readonly locale: Locale
}

function explanation({ code, status, locale }: ExplainedCode): string {
  const meaning = escapeHtml(refusalText(code, locale, '60'))
  const wayOn = escapeHtml((WAY_ON[status] ?? m.problem_way_on_400)({}, { locale }))
  return `<h1><code>${code}</code></h1>
<p>HTTP ${status}</p>
<p>${meaning}</p>
<p>${wayOn}</p>`
}

/** Of a server without pages. */
function plainPage(explained: ExplainedCode): string {
  const { code, locale } = explained
  const [prefix, otherPrefix] = locale === 'en' ? ['', '/hi'] : ['/hi', '']
  const other = locale === 'en' ? 'हिन्दी' : 'English'
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${code} · ${escapeHtml(companyProfile().name[locale])}</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;color:#16211c;background:#fff}a{color:#0b5a43}code{font-size:1em}</style>
<main>
${explanation(explained)}
<p><a href="${otherPrefix}${problemPath(code)}" lang="${locale === 'en' ? 'hi' : 'en'}">${other}</a> · <a href="${prefix}/">${escapeHtml(companyProfile().name[locale])}</a></p>
</main>
`
}

interface PageFrame {
  readonly html: string
  readonly policy: string
}

/** The site's page for what is not there lends its head, bar, fonts and foot. Undefined where it is not rendered. */
function frameOf(site: Site | null, locale: Locale): PageFrame | undefined {
  const name = `${locale === 'hi' ? 'hi/' : ''}404/index.html`
  const file = site?.rendered.files.find((each) => each.name === name)
  const html = file && Buffer.from(file.body).toString('utf8')
  return html && MAIN.test(html) ? { html, policy: policyOf(html) } : undefined
}

const MAIN = /(<main\b[^>]*>)[\s\S]*(<\/main>)/

function framedPage({ html }: PageFrame, explained: ExplainedCode): string {
  const path = problemPath(explained.code)
  const title = `<title>${explained.code} · ${escapeHtml(companyProfile().name[explained.locale])}`
  const content = `<div class="page narrow">${explanation(explained)}</div>`
  return html
    .replace(/<title>[^<]*/, () => title)
    .replace(MAIN, (_, opening: string, closing: string) => opening + content + closing)
    .replaceAll('/404"', `${path}"`)
}

export function problemRoutes(app: FastifyInstance, { site }: Pick<AppDependencies, 'site'>): void {
  for (const locale of LOCALES) {
    const frame = frameOf(site, locale)
    app.get<{ Params: { code: string } }>(
      `${locale === 'en' ? '' : '/hi'}/problems/:code`,
      { schema: { hide: true } },
      async (request, reply) => {
        const code = request.params.code.replaceAll('-', '_')
        const status = Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code] : undefined
        if (!status) return sendProblem(request, reply, 404, 'not_found')
        const explained = { code, status, locale }
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', frame?.policy ?? FILE_POLICY)
          .header('cache-control', 'public, max-age=3600')
          .send(frame ? framedPage(frame, explained) : plainPage(explained))
      },
    )
  }
}
