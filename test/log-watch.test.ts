/** What the rounds of faults take for a leak in a line of the log, and what they do not. */
import { expect, test } from 'vitest'
import { leakIn, neverLog } from './faults/support/log-watch.ts'

neverLog('484848')
test.each([
  ['a secret', 'the key fake-key-secret was refused'],
  ['a secret', '{"msg":"signed in with Amanat@2026"}'],
  ['a secret', 'wrong: 484848'],
  ['a number of a person or an account', '{"time":1764068400000,"msg":"no account of +919876543210"}'],
  ['a number of a person or an account', '{"detail":"Key (account)=(50100123456789) already exists."}'],
  ['an address', '{"reason":"asha.rao@okbank is unknown"}'],
  ['an address', 'mail to person1@example.com'],
  ['a key or a session', '{"headers":{"authorization":"Basic cnpwX3Rlc3Q6ZmFrZQ=="}}'],
  ['a key or a session', 'amt_live_9aF3'],
  ['a code', '{"code":"123456"}'],
])('%s: %s', (leak, line) => {
  expect(leakIn(line)).toBe(leak)
})

test.each([
  '{"level":30,"time":1764068400000,"pid":1234567890,"instance":"box:1234567890","ms":12.345678901234,"msg":"request"}',
  '{"reqId":"f3272795-bdfb-4135-a508-123456789012","route":"/api/deals/:form_pk","status":200}',
  '{"err":{"code":"23505","stack":"at f (/app/node_modules/@fastify/static/index.js:123456:7)"}}',
  'Amanat is ready at http://127.0.0.1:41234',
])('nothing: %s', (line) => {
  expect(leakIn(line)).toBe(null)
})
