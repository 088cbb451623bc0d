/** Who a request says it is from: its token, its key's name or its browser, its address. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#core/errors.ts'
import { readApiKey } from '#server/lib/api-keys.ts'
import { requireReadableToken } from '#server/services/account/caller.ts'
import { deviceOf } from '#server/services/account/device.ts'
import type { AppSettings, RequestOrigin } from '#server/services/context.ts'

export interface Credentials {
  readonly token: string | null
  readonly key: string | null
  readonly origin: RequestOrigin
  /** Sent by a page by itself, with nobody at the screen: an idle session of the team goes on towards its end. */
  readonly isBackground: boolean
}

export const credentialsOf = (request: FastifyRequest, token: string | null): Omit<Credentials, 'key'> => ({
  token,
  origin: originOf(request, token),
  isBackground: request.headers['x-background'] === '1',
})

const originOf = (request: FastifyRequest, token: string | null): RequestOrigin => ({
  address: request.ip,
  device: keyNameOf(token) ?? deviceOf(request.headers['user-agent']),
  deviceId: deviceIdOf(request.headers['x-device-id']),
  requestId: request.id,
})

/** What the audit log names in place of a browser. */
function keyNameOf(token: string | null): string | null {
  const id = token && readApiKey(token)?.id
  return id ? `API key ${id}` : null
}

const deviceIdOf = (header: unknown): string | null =>
  typeof header === 'string' && /^[\w-]{22,86}$/.test(header) ? header : null

/** `Authorization: Token …`, or Bearer. */
export function tokenOf(request: FastifyRequest): string | null {
  return /^(?:Token|Bearer) ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

export function requireToken(
  request: FastifyRequest,
  { settings }: { readonly settings: AppSettings },
): string {
  const token = tokenOf(request)
  if (!token) throw new Refusal('unauthenticated')
  requireReadableToken(token, settings)
  return token
}
