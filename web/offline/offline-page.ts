/** What the service worker answers for a page that was never seen, without a network. No script, nothing kept. */
// by name: a bundle with `m` would carry every message there is
import { nav_my_deals, offline_page, offline_title } from '#messages/compiled/messages.js'

const STYLE =
  'body{margin:0;padding:2rem 1rem;background:#fbf8f2;color:#1d1846;font:1rem/1.6 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:auto}a{color:inherit;display:inline-block;padding:.6rem 0}' +
  '@media(prefers-color-scheme:dark){body{background:#131128;color:#f4f1ff}}'

export function offlinePage(path: string): Response {
  const locale = /^\/hi(?:\/|$)/.test(path) ? 'hi' : 'en'
  const deals = locale === 'hi' ? '/hi/deals' : '/deals'
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${offline_title({}, { locale })}</title>` +
    `<style>${STYLE}</style></head><body><main><h1>${offline_title({}, { locale })}</h1>` +
    `<p>${offline_page({}, { locale })}</p><p><a href="${deals}">${nav_my_deals({}, { locale })}</a></p>` +
    '</main></body></html>'
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
