/** A complaint by mailed link: what it shows, and that it complains once, as the payer. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#core/time.ts'
import { newToken, tokenHash } from '#server/lib/tokens.ts'
import type { UserCtx } from '#server/services/context.ts'
import { complainByLink, readComplaintLink } from '#server/services/deals/complain-by-link.ts'
import { actingAs, auditOf } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { bringTo, offerServices, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let admin: Person
beforeAll(async () => {
  admin = await teammate(app, 'Admin')
})
const { query } = app
const rowOf = async ({ formPk }: Pair) => (await query('select * from deal where id = $1', [formPk]))[0]
const as = <T>(
  who: Person,
  work: (ctx: UserCtx) => Promise<T>,
  options: Parameters<typeof actingAs>[3] = {},
) => actingAs(app, who, work, options)
describe('a complaint by mailed link', () => {
  async function linked(status: 'delivered' | 'funded' = 'delivered') {
    const pair = await offerServices(app)
    await bringTo(app, pair, status)
    const token = newToken()
    await query('delete from complaint_link where deal_id = $1', [pair.formPk])
    await query(`insert into complaint_link values ($1, $2, $3, now() + interval '7 days')`, [
      tokenHash(token),
      pair.formPk,
      pair.payer.id,
    ])
    return { pair, token }
  }
  const read = (token: string, laterMs = 0) => as(admin, (ctx) => readComplaintLink(ctx, token), { laterMs })
  const complain = (token: string, over: object = {}, laterMs = 0) =>
    as(
      admin,
      (ctx) =>
        complainByLink(ctx, { token, reason: 'late', statement: 'Not here', wanted: 'full_refund', ...over }),
      { laterMs },
    )
  it('shows what it is about, until when, and what may be chosen', async () => {
    const { pair, token } = await linked()
    const view = await read(token)
    const { due_at } = await rowOf(pair)
    expect(view).toEqual({
      ...{
        form_pk: pair.formPk,
        track: 'services',
        title: 'A logo in three sizes',
        amount: 20_000,
        amount_paise: 2_000_000,
      },
      ...{ payee: 'Asha Rao', note: 'Done as agreed', until: expect.any(String) },
      ...{ fee_paise: 5_000, fee_until: expect.any(String), release_payee_paise: 1_900_000 },
      ...{ reasons: expect.arrayContaining(['late']), remedies: expect.arrayContaining(['full_refund']) },
    })
    expect(view.reasons).not.toEqual(view.remedies)
    expect(Date.parse(view.until ?? '')).toBe(due_at.getTime())
    expect((await read(token, 3 * DAY_MS)).until).toBeNull()
    await expect(read(token, 8 * DAY_MS)).rejects.toMatchObject({ code: 'gone' })
    await expect(read(newToken())).rejects.toMatchObject({ code: 'gone' })
    await take(app, pair.payer, pair.formPk, 'release')
    expect((await read(token)).until).toBeNull()
  })
  it('of one that nobody has claimed to have delivered has no note', async () => {
    const { token } = await linked('funded')
    expect(await read(token)).toMatchObject({ note: '', until: null })
  })
  it('opens the dispute as the payer, once', async () => {
    const { pair, token } = await linked()
    expect(await complain(token)).toEqual({ form_pk: pair.formPk, status: 'disputed' })
    const [dispute] = await query('select complainant, statement from dispute where deal_id = $1', [
      pair.formPk,
    ])
    expect(dispute).toEqual({ complainant: 'payer', statement: 'Not here' })
    expect((await auditOf(app, pair.formPk)).at(-1)).toMatchObject({
      action: 'complaint_link_used',
      actor_id: pair.payer.id,
      subject_type: 'deal',
    })
    await expect(complain(token)).rejects.toMatchObject({ code: 'gone' })
  })
  it('that is refused leaves the link unused', async () => {
    const { token } = await linked()
    expect(await complain(token, { reason: 'nothing' })).toMatchObject({ code: 'invalid' })
    expect(await complain(token)).toMatchObject({ status: 'disputed' })
  })
  it('is over for a payer who is gone', async () => {
    const { pair, token } = await linked()
    await query('update app_user set deleted_at = now() where id = $1', [pair.payer.id])
    await expect(complain(token)).rejects.toMatchObject({ code: 'gone' })
  })
})
