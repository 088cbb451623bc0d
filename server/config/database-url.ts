/** The address of a database, with one host or, as libpq writes it, several. */
import { z } from 'zod'

const DEFAULT_PORT = 5_432
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i

const withPort = (host: string): string => (/:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT}`)

/**
 * With several hosts the URL names the first, so that it is one for `new URL` and whatever else reads it, and all of
 * them are in its parameter `hosts`, which db/client.ts goes by. Null: no address of a database.
 */
function severalHosts(text: string): string | null {
  const [, start = '', list = '', rest = ''] = PARTS.exec(text) ?? []
  const hosts = list.split(',')
  if (!start || (hosts.length > 1 && !hosts.every((host) => HOST.test(host)))) return null
  if (!URL.canParse(`${start}${hosts[0]}${rest}`)) return null
  if (hosts.length === 1) return text
  const url = new URL(`${start}${hosts[0]}${rest}`)
  // a primary is what is looked for in any case: a URL that asks for something else would be misread
  const wanted = url.searchParams.get('target_session_attrs')
  if (wanted !== null && !['read-write', 'primary'].includes(wanted)) return null
  url.searchParams.delete('target_session_attrs')
  url.searchParams.set('hosts', hosts.map(withPort).join(','))
  return url.href
}

export const databaseUrl = z.string().transform((text, context) => {
  const url = severalHosts(text)
  if (url === null) context.addIssue({ code: 'custom', message: 'not an address of a database' })
  return url ?? z.NEVER
})
