/** Every cell of state × action × who × track over HTTP: only the table's succeed, and a refusal changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Track } from '#core/ids.ts'
import { STATUSES, type Status } from '#core/lifecycle/states.ts'
import { ACTIONS } from '#core/lifecycle/transitions.ts'
import { useApp } from '#test/support/app.ts'
import { LIFECYCLE_TABLE } from '#test/support/lifecycle-table.ts'
import {
  inDays,
  look,
  offerServices,
  offerShopping,
  type Person,
  person,
  teammate,
} from '#test/support/people.ts'
import { bringToStatus, COMPLAINT, type DealFixture, exists } from '#test/support/stages.ts'

const app = useApp()
let team: Person
let stranger: Person
const fixtures = {} as Record<Track, DealFixture>

beforeAll(async () => {
  team = await teammate(app)
  stranger = await person(app, 'Seller')
  for (const track of ['shopping', 'services'] as const) fixtures[track] = await newFixture(track)
})

const newFixture = async (track: Track): Promise<DealFixture> => ({
  ...(track === 'shopping' ? await offerShopping(app) : await offerServices(app)),
  team,
  track,
})

const INPUT: Record<string, unknown> = {
  accept: { terms_version: 1, rules_accepted: true },
  edit: { amount: 700 },
  ship: { courier: 'other', tracking_number: 'A1' },
  ship_return: { courier: 'other', tracking_number: 'B2' },
  deliver: { note: 'Done' },
  propose_extension: { due: inDays(400) },
  complain: COMPLAINT,
  respond: { statement: 'Here is my side' },
  request_changes: { note: 'Larger please' },
  request_return: { reason: 'Wrong size' },
  propose_split: { payer_share_paise: 1 },
  decide: { payer_share_paise: 100, at_fault: 'none', reasons: 'Both are right' },
}

async function send(fixture: DealFixture, who: Person | null, action: string) {
  const offers =
    action === 'accept_split' ? (await look(app, fixture.payer, fixture.formPk)).dispute?.offers : undefined
  const body = action === 'accept_split' ? { offer_id: offers?.at(-1)?.id ?? 'none' } : INPUT[action]
  return app.call('POST', `/api/deals/${fixture.formPk}/${action}`, { token: who?.token, body: body ?? {} })
}

const pairs = (['shopping', 'services'] as const).flatMap((track) =>
  STATUSES.filter((status) => exists(track, status)).map((status) => ({ track, status })),
)

describe.each(pairs)('$track $status', ({ track, status }) => {
  const cells = ACTIONS.flatMap((action) =>
    (['payer', 'payee', 'team'] as const).map((who) => ({ action, who })),
  )
  const isAllowed = ({ action, who }: (typeof cells)[number]) =>
    LIFECYCLE_TABLE.get(`${status} ${action}`)?.[track].includes(who) ?? false

  it('refuses every other cell and stays as it was', async () => {
    const fixture = await newFixture(track)
    await bringToStatus(app, fixture, status as Status)
    const before = await look(app, fixture.payer, fixture.formPk)
    for (const cell of cells.filter((item) => !isAllowed(item))) {
      const { status: code } = await send(fixture, fixture[cell.who], cell.action)
      expect([403, 404, 409], `${cell.who} ${cell.action}`).toContain(code)
    }
    for (const action of ACTIONS) {
      expect((await send(fixture, stranger, action)).status, `stranger ${action}`).toBe(404)
      expect((await send(fixture, null, action)).status, `nobody ${action}`).toBe(401)
    }
    const after = await look(app, fixture.payer, fixture.formPk)
    expect({ ...after, now: 0 }).toEqual({ ...before, now: 0 })
  })

  it.each(cells.filter(isAllowed))('$action by $who', async ({ action, who }) => {
    const fixture = await newFixture(track)
    await bringToStatus(app, fixture, status as Status)
    const { status: code, body } = await send(fixture, fixture[who], action)
    expect({ code, body: code === 200 ? 0 : body }).toEqual({ code: 200, body: 0 })
    expect(LIFECYCLE_TABLE.get(`${status} ${action}`)?.to).toContain(body.status)
  })
})

it('leaves sound books', async () => {
  expect(await app.verify()).toEqual([])
})
