/** What the match desk shows beside its lines: money of today, who brought a statement, what was done by whom. */
import { beforeAll, expect, test } from 'vitest'
import { istDay } from '#core/time.ts'
import { useApp } from '#test/support/app.ts'
import type { Person } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'

const app = useApp()
const desk = useDesk(app)
const { waitingLine, awaited, act } = desk
let maker: Person
let checker: Person
beforeAll(() => {
  maker = desk.people.maker
  checker = desk.people.checker
})
const credit = (rupees: number, narration = 'UPI-SOMEBODY') => waitingLine({ dir: 'C', rupees, narration })

test('money of today, and what waits for whom', async () => {
  const today = async (who: Person) => (await app.call('GET', '/api/admin/money', { token: who.token })).body
  const before = { maker: await today(maker), checker: await today(checker) }
  const { id } = await waitingLine({ dir: 'C', rupees: 50_000, narration: 'UPI-SOMEBODY' })
  expect((await today(maker)).waiting).toMatchObject({
    ...{ lines: before.maker.waiting.lines + 1, oldest_line: istDay(Date.now()) },
  })
  await act(maker, id, 'decide', { kind: 'explain', class: 'own' })
  expect((await today(maker)).waiting.second).toBe(before.maker.waiting.second)
  expect((await today(checker)).waiting.second).toBe(before.checker.waiting.second + 1)
  expect(await today(maker)).toMatchObject({ day: istDay(Date.now()), short: false })
  const { reference } = await awaited()
  const line = await credit(1500)
  const { in_paise, held_paise } = await today(maker)
  await act(maker, line.id, 'decide', { kind: 'pay_in', target: reference })
  expect(await today(maker)).toMatchObject({ in_paise: in_paise + 150_000, held_paise: held_paise + 150_000 })
})

test('statements are listed with who brought them', async () => {
  const { account } = await credit(10)
  const listed = async (who: Person) => {
    const { body } = await app.call('GET', '/api/admin/statements', { token: who.token })
    return body.find((row: { bank_account: string }) => row.bank_account === account)
  }
  expect(await listed(maker)).toMatchObject({
    state: 'approved',
    mine: true,
    unbooked: 0,
    new_lines: 1,
    bank: 'HDFC',
  })
  expect(await listed(checker)).toMatchObject({
    mine: false,
    approved_by: 'Asha Rao',
    uploaded_by: 'Asha Rao',
  })
})

test('every step is in the audit log', async () => {
  const { id } = await waitingLine({ dir: 'C', rupees: 50_000, narration: 'UPI-SOMEBODY' })
  await act(maker, id, 'decide', { kind: 'explain', class: 'interest' })
  await act(checker, id, 'approve')
  await act(maker, id, 'undo', { note: 'Not interest' })
  await act(checker, id, 'drop')
  await act(maker, id, 'undo', { note: 'Not interest' })
  await act(checker, id, 'approve')
  const { body } = await app.call('GET', `/api/admin/audit?subject_type=bank_line&subject_id=${id}`, {
    token: maker.token,
  })
  expect(body.map((event: { action: string; actor_id: number }) => [event.action, event.actor_id])).toEqual([
    ['line_undone', checker.id],
    ['line_undo_asked', maker.id],
    ['line_undo_dropped', checker.id],
    ['line_undo_asked', maker.id],
    ['line_decided', checker.id],
    ['line_proposed', maker.id],
  ])
})
