/** Files to and from the team's desks: what `call` does for JSON, with the second factor asked for on the way. */
import type { Endpoint } from '#core/contract/endpoint.ts'
import { addressOf } from '#web/lib/api.ts'
import { ApiError, errorFrom } from '#web/lib/api-error.ts'
import { newKey } from '#web/lib/idempotency-key.ts'
import { locale } from '#web/lib/locale.ts'
import { askSecondFactor, secondFactorStepOf } from '#web/lib/second-factor.ts'
import { readSession } from '#web/lib/session.ts'

interface TeamInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body: FormData | object
}

/** Throws an ApiError for every refusal but the one that the second factor answers. */
export async function teamRequest(endpoint: Endpoint, input: TeamInput): Promise<Response> {
  const response = await send(endpoint, input)
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => undefined)
  const step = secondFactorStepOf(response.status, body)
  if (!step || !(await askSecondFactor(step))) throw errorFrom(response, body)
  const again = await send(endpoint, input)
  if (!again.ok) throw errorFrom(again, await again.json().catch(() => undefined))
  return again
}

function send(endpoint: Endpoint, { body, ...input }: TeamInput): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(isForm ? addressOf(endpoint, input).replace('/?', '?') : addressOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      'Accept-Language': locale(),
      Authorization: `Token ${readSession()?.token ?? ''}`,
      ...(isForm ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() }),
    },
    body: isForm ? body : JSON.stringify(body),
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'network' })
  })
}
