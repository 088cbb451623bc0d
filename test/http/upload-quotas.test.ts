/** How much each side may add: little before the money is held, nothing after the end, and so much a day in all. */
import { describe, expect, it } from 'vitest'
import { DAILY_UPLOADS, MAX_FILE_BYTES, MAX_FILES_A_SIDE } from '#core/files.ts'
import { useApp } from '#test/support/app.ts'
import { CONTENT, upload } from '#test/support/files.ts'
import {
  accept,
  bringTo,
  inDays,
  offerServices,
  offerShopping,
  type Pair,
  type Person,
  pay,
  take,
} from '#test/support/people.ts'

const app = useApp()

const MB = 1024 * 1024
const note = { name: 'note.txt', content: CONTENT.txt }
const big = { name: 'big.txt', content: Buffer.alloc(15 * MB, 'a') }
const send = async (who: Person, formPk: string, files = [note]) => {
  const { status, body } = await upload(app, who, formPk, { files })
  return status === 201 ? 201 : [status, (body as unknown as { code: string }).code]
}
const times = <T>(count: number, item: T): T[] => Array(count).fill(item)
const shopping = async (state: Parameters<typeof bringTo>[2]): Promise<Pair> => {
  const pair = await offerShopping(app)
  await bringTo(app, pair, state)
  return pair
}

/** As if somebody had added these earlier: the quota counts rows. */
async function haveAdded({ id }: Person, formPk: string, { files, bytes }: { files: number; bytes: number }) {
  await app.db.ownerPool.query(
    `insert into deal_file (id, deal_id, user_id, side, kind, name, type, size, sha256, has_location, at)
     select gen_random_uuid()::text, $1, $2, 'payer', 'other', 'x.txt', 'txt', $3, repeat('0', 64), false, product_now()
       from generate_series(1, $4)`,
    [formPk, id, bytes, files],
  )
}

describe('until the money is held', () => {
  it('each side adds ten files, and twenty once it is', async () => {
    const { payer, payee, formPk } = await shopping('agreed')
    expect(await send(payer, formPk, times(10, note))).toBe(201)
    expect(await send(payer, formPk)).toEqual([409, 'uploads_unfunded'])
    expect(await send(payee, formPk)).toBe(201)
    await pay(app, payer, formPk)
    expect(await send(payer, formPk, times(10, note))).toBe(201)
    expect(await send(payer, formPk)).toEqual([409, 'limit_reached'])
  })
  it('each side adds 20 MB, and the refusal says why', async () => {
    const { payer, formPk } = await shopping('agreed')
    expect(await send(payer, formPk, [big])).toBe(201)
    expect(await send(payer, formPk, [big])).toEqual([409, 'uploads_unfunded'])
    const { body } = await upload(app, payer, formPk, { files: [big] })
    expect((body as unknown as { message: string }).message).toContain('Until the money is held')
    await pay(app, payer, formPk)
    expect(await send(payer, formPk, [big])).toBe(201)
  })
})

describe('after the end', () => {
  it.each([
    ['withdrawn', async (pair: Pair) => take(app, pair.payer, pair.formPk, 'cancel').catch(() => undefined)],
    [
      'released',
      async (pair: Pair) => {
        await pay(app, pair.payer, pair.formPk)
        await take(app, pair.payee, pair.formPk, 'ship', {
          courier: 'delhivery',
          tracking_number: '12345678901',
        })
        await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Done' })
        await take(app, pair.payer, pair.formPk, 'release')
      },
    ],
    ['lapsed', async () => app.advance('P3D')],
  ])('nobody adds a file: %s', async (_, end) => {
    const pair = await shopping('agreed')
    await end(pair)
    const { body } = await app.call('GET', `/api/deals/${pair.formPk}`, { token: pair.payer.token })
    if (body.whose_move.length > 0) await app.advance('P3D')
    for (const who of [pair.payer, pair.payee])
      expect(await send(who, pair.formPk)).toEqual([409, 'uploads_ended'])
  })
  it('in an open dispute both do', async () => {
    const { payer, payee, formPk } = await shopping('delivered')
    await take(app, payer, formPk, 'complain', { reason: 'late', statement: 'No', wanted: 'full_refund' })
    expect([await send(payer, formPk), await send(payee, formPk)]).toEqual([201, 201])
  })
})

describe('in a day', () => {
  const perFile = Math.floor(DAILY_UPLOADS.bytes / MAX_FILES_A_SIDE)
  it('an account adds so many bytes over all its deals, and more the day after', async () => {
    const first = await offerServices(app, { date_of_completion: inDays(60) })
    await accept(app, first)
    await pay(app, first.payer, first.formPk)
    await haveAdded(first.payer, first.formPk, {
      files: MAX_FILES_A_SIDE - 1,
      bytes: Math.min(perFile, MAX_FILE_BYTES),
    })
    expect(await send(first.payer, first.formPk, [big])).toBe(201)
    const second = await offerServices(app, { cpty_phone: first.payer.phone, date_of_completion: inDays(60) })
    await accept(app, { ...second, counterparty: first.payer })
    expect(await send(first.payer, second.formPk, [big])).toEqual([409, 'uploads_today'])
    expect(await send(second.payee, second.formPk)).toBe(201)
    await app.advance('PT25H')
    expect(await send(first.payer, second.formPk, [big])).toBe(201)
  })
  it('two uploads at once into two deals do not both get the last place', async () => {
    const first = await offerServices(app)
    await accept(app, first)
    const second = await offerServices(app, { cpty_phone: first.payer.phone })
    await accept(app, { ...second, counterparty: first.payer })
    await haveAdded(first.payee, first.formPk, { files: 1, bytes: 1 })
    const third = await offerServices(app)
    await haveAdded(first.payer, third.formPk, { files: DAILY_UPLOADS.files - 1, bytes: 1 })
    const answers = await Promise.all([send(first.payer, first.formPk), send(first.payer, second.formPk)])
    expect(answers.filter((answer) => answer === 201)).toHaveLength(1)
    expect(answers).toContainEqual([409, 'uploads_today'])
  })
})
