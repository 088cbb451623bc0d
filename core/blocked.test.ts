/** Every write that the table of blocked people names is a call that there is, and what it leaves out is refused. */
import { expect, it } from 'vitest'
import { ENDPOINTS } from '#test/support/endpoints.ts'
import { mayActBlocked, mayCallBlocked } from './blocked.ts'
import { ACTIONS } from './lifecycle/transitions.ts'

const writes = ENDPOINTS.filter(({ access, method }) => access === 'user' && method !== 'GET')

/** Each begins something new, or changes who they are. */
const REFUSED = [
  'DELETE /api/apps/:id/webhooks/:webhook_id',
  'PATCH /api/links/:id',
  'POST /api/account/email',
  'POST /api/account/payee-account',
  'POST /api/account/phone',
  'POST /api/account/phone/release',
  'POST /api/account/profile',
  'POST /api/account/roles',
  'POST /api/apps',
  'POST /api/apps/:id/keys',
  'POST /api/apps/:id/webhooks',
  'POST /api/apps/:id/webhooks/:webhook_id/enable',
  'POST /api/apps/:id/webhooks/:webhook_id/messages/:message_id/send',
  'POST /api/apps/:id/webhooks/:webhook_id/replay',
  'POST /api/apps/:id/webhooks/:webhook_id/secret',
  'POST /api/apps/:id/webhooks/:webhook_id/test',
  'POST /api/invites',
  'POST /api/invites/:id/photos',
  'POST /api/invites/:id/send',
  'POST /api/links',
  'POST /api/links/:id/photo',
  'POST /api/links/:id/take',
  'POST /api/requests',
  'POST /api/requests/:id/confirm',
  'POST /api/requests/:id/photos',
  'POST /api/transactions/services',
  'POST /api/transactions/shopping',
]

it('a blocked person makes nothing new', () => {
  const refused = writes
    .filter((call) => !mayCallBlocked(call))
    .map(({ method, path }) => `${method} ${path}`)
  expect(refused.sort()).toEqual(REFUSED)
})

it('a blocked person takes every step of a deal that runs', () => {
  expect(ACTIONS.filter((action) => !mayActBlocked(action))).toEqual(['edit', 'accept'])
})

it('a blocked person reads everything that others do', () => {
  const reads = ENDPOINTS.filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter((call) => !mayCallBlocked(call))).toEqual([])
})
