/** How long the payer has when the payee alone says that it was delivered, and that they are told why. */
import { expect, test } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { addFile, hide } from '#test/support/files.ts'
import { Mailbox } from '#test/support/mailbox.ts'
import { bringTo, look, offerServices, offerShopping, type Pair, take } from '#test/support/people.ts'

const app = useApp()
const DAY_MS = 86_400_000

async function windowOf(pair: Pair, proof: string | undefined): Promise<number> {
  const [payer, payee] = [await look(app, pair.payer, pair.formPk), await look(app, pair.payee, pair.formPk)]
  const event = payer.events.at(-1)
  expect([payer.status, event?.name, event?.data.proof]).toEqual(['delivered', 'deliver', proof])
  expect(payee.events.at(-1)).toEqual(event)
  const windowMs = Date.parse(payer.due_at ?? '') - Date.parse(event?.at ?? '')
  if (proof !== undefined) expect(event?.data.window_ms).toBe(windowMs)
  return windowMs
}

test.each([
  ['delhivery', '12345678901', 'courier', 2],
  ['other', '12345678901', 'other_courier', 7],
  ['trackon', '12345678901', 'other_courier', 7],
  ['hand', 'Asha', 'no_code', 7],
] as const)('goods sent by %s, number %s: %s, %i days', async (courier, tracking_number, proof, days) => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
  await take(app, pair.payee, pair.formPk, 'ship', { courier, tracking_number })
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Given at the door' })
  expect(await windowOf(pair, proof)).toBe(days * DAY_MS)
  expect((await new Mailbox(app).last(pair.payer)).text).toContain(`${days} days to check`)
})

test('work without a file has seven days, with one the usual time', async () => {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'in_delivery')
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'ok' })
  expect(await windowOf(pair, 'no_file')).toBe(7 * DAY_MS)
  await take(app, pair.payer, pair.formPk, 'request_changes', { note: 'Where is it?' })
  const { id } = await addFile(app, pair.payee, pair.formPk)
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Here it is', file_ids: [id] })
  expect(await windowOf(pair, undefined)).toBe(DAY_MS)
})

test('a file that the client can never open is none', async () => {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'in_delivery')
  const hidden = await addFile(app, pair.payee, pair.formPk, { kind: 'id_document' })
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Here it is', file_ids: [hidden.id] })
  expect(await windowOf(pair, 'no_file')).toBe(7 * DAY_MS)
  await take(app, pair.payer, pair.formPk, 'request_changes', { note: 'I see nothing' })
  const shown = await addFile(app, pair.payee, pair.formPk, { kind: 'deliverable_file' })
  const file_ids = [hidden.id, shown.id]
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Here it is', file_ids })
  expect(await windowOf(pair, undefined)).toBe(DAY_MS)
  const reply = await hide(app, pair.payee, pair.formPk, shown.id)
  expect([reply.status, reply.body.code]).toEqual([409, 'file_named'])
})

test('a thief who locks the payer out for a day has nothing: work without a file is not released then', async () => {
  const pair = await offerServices(app, { amount: 99_999 })
  await bringTo(app, pair, 'funded')
  await take(app, pair.payee, pair.formPk, 'start')
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'ok' })
  await app.advance('PT24H')
  const deal = await look(app, pair.payer, pair.formPk)
  expect([deal.status, deal.money.held_paise]).toEqual(['delivered', 9_999_900])
})
