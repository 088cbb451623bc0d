/** Which calls each scope of a key opens: all others refuse it. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { SCOPES, type Scope } from '#core/scopes.ts'
import { useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { ENDPOINTS } from '#test/support/endpoints.ts'
import { person } from '#test/support/people.ts'

const app = useApp()
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

/** By hand: every call that a key may make, and the scope that opens it. */
const OPEN: Readonly<Record<Scope, readonly string[]>> = {
  'deals:read': [
    'GET /api/auth/sellers',
    'GET /api/deals',
    'GET /api/deals/:form_pk',
    'GET /api/deals/:form_pk/files',
    'GET /api/deals/:form_pk/files/:id',
    'GET /api/transactions/coupons',
    'GET /api/transactions/services',
    'GET /api/transactions/shopping',
    'GET /api/transactions/use-coupon',
  ],
  'deals:write': [
    'POST /api/deals/:form_pk/:action',
    'POST /api/deals/:form_pk/files',
    'POST /api/transactions/services',
    'POST /api/transactions/shopping',
  ],
  'links:write': [
    'GET /api/links',
    'GET /api/links/:id/poster.pdf',
    'PATCH /api/links/:id',
    'POST /api/links',
    'POST /api/links/:id/photo',
  ],
  'webhooks:write': [
    'DELETE /api/apps/:id/webhooks/:webhook_id',
    'GET /api/apps/:id/webhooks',
    'GET /api/apps/:id/webhooks/:webhook_id',
    'GET /api/apps/:id/webhooks/:webhook_id/messages',
    'POST /api/apps/:id/webhooks',
    'POST /api/apps/:id/webhooks/:webhook_id/enable',
    'POST /api/apps/:id/webhooks/:webhook_id/messages/:message_id/send',
    'POST /api/apps/:id/webhooks/:webhook_id/replay',
    'POST /api/apps/:id/webhooks/:webhook_id/secret',
    'POST /api/apps/:id/webhooks/:webhook_id/test',
  ],
  'payouts:read': ['GET /api/account/payout-target'],
}

const closed = ENDPOINTS.filter(({ access }) => access !== 'public')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('the matrix of scope and call', () => {
  const keys = {} as Record<Scope, string>
  beforeAll(async () => {
    const seller = await person(app, 'Seller')
    for (const scope of SCOPES) keys[scope] = (await appKey(app, seller, [scope])).key
  })

  it('the contract names the scopes of the table above, and no other', () => {
    const named = SCOPES.map((scope) => [
      scope,
      closed
        .filter((endpoint) => endpoint.scope === scope)
        .map(nameOf)
        .sort(),
    ])
    expect(Object.fromEntries(named)).toEqual(OPEN)
    expect(closed.length).toBeGreaterThan(60)
  })

  it.each(closed.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
    const url = endpoint.path.replace(/:\w+/g, 'accept')
    const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {}
    for (const scope of SCOPES) {
      const { status, body: answer } = await app.call(endpoint.method, url, { ...bearer(keys[scope]), body })
      const isOpen = OPEN[scope].includes(name)
      expect([scope, status === 401, answer?.code === 'key_scope']).toEqual([scope, false, !isOpen])
      if (!isOpen) expect([scope, status]).toEqual([scope, 403])
    }
  })
})
