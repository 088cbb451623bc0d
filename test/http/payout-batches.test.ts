/** Paying out by hand: files of payouts with four eyes and the same bytes, UPI ids one by one, reports of the bank. */
import { utils, write } from '@e965/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { paise } from '#core/money.ts'
import { readDelimited } from '#core/statements/delimited.ts'
import { type Reply, useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { bankOf, loseTarget, setTarget } from '#test/support/payout-targets.ts'
import { type Pair, type Person, pay, take, teammate } from '#test/support/people.ts'
import { uploadFile } from '#test/support/statements/upload.ts'

const app = useApp()
let maker: Person
let checker: Person
let account: string
beforeEach(async () => {
  maker = await teammate(app, 'Admin')
  checker = await teammate(app, 'Admin')
  account = await addAccount()
})

const { query } = app
const post = (path: string, body: unknown, who: Person = maker) =>
  app.call('POST', `/api/admin/${path}`, { token: who.token, body })
const get = async (path: string) => (await app.call('GET', `/api/admin/${path}`, { token: maker.token })).body

async function addAccount(): Promise<string> {
  const number = String(Math.floor(Math.random() * 1e12) + 1e12)
  const { body } = await post('bank-accounts', { bank: 'HDFC', account: number, opening_paise: 0 })
  expect(body.payout_file).toBe(null)
  await post(`bank-accounts/${body.id}/payout-file`, { ifsc: 'HDFC0000123', client_code: 'amnt' })
  return body.id
}

/** Money that came over the operator's own account, as its statement would have shown it. */
async function paidPair(): Promise<Pair> {
  const pair = await agreedGoods(app)
  await setTarget(app, pair.payee, bankOf(pair))
  await app.advance('PT25H')
  await pay(app, pair.payer, pair.formPk)
  await query(`update deposit set provider = 'upi' where deal_id = $1`, [pair.formPk])
  return pair
}
async function release(pair: Pair): Promise<void> {
  await take(app, pair.payee, pair.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
  await take(app, pair.payer, pair.formPk, 'release')
}
async function owedToAccount(): Promise<string> {
  const pair = await paidPair()
  await release(pair)
  return payoutOf(pair)
}
async function owedToUpiId(): Promise<string> {
  const pair = await paidPair()
  await take(app, pair.payee, pair.formPk, 'cancel')
  return payoutOf(pair)
}
const payoutOf = async ({ formPk }: Pair): Promise<string> => {
  const [payout] = await query(`select id from payout where deal_id = $1`, [formPk])
  return payout.id
}
const statusOf = async (id: string) =>
  (await query('select status from payout where id = $1', [id]))[0].status
const codeOf = async (id: string) => (await query('select code from payout where id = $1', [id]))[0].code

const make = (payouts: string[], format = 'generic', who = maker) =>
  post('payout-batches', { bank_account: account, format, payouts }, who)
const download = (id: string, body: unknown = {}, who = checker): Promise<Reply<string>> =>
  post(`payout-batches/${id}/download`, body, who)
async function approved(...payouts: string[]): Promise<string> {
  const { body } = await make(payouts)
  await post(`payout-batches/${body.id}/approve`, {}, checker)
  return body.id
}
async function downloaded(...payouts: string[]): Promise<string> {
  const id = await approved(...payouts)
  expect((await download(id)).status).toBe(200)
  return id
}

describe('a file of payouts', () => {
  it('is made by one, approved by another, and from its download on its payouts count as sent', async () => {
    const payout = await owedToAccount()
    expect(await get('payouts/by-hand')).toContainEqual(
      expect.objectContaining({ id: payout, kind: 'bank', code: await codeOf(payout), batch_id: null }),
    )
    const { status, body: batch } = await make([payout])
    expect([status, batch]).toMatchObject([201, { state: 'made', count: 1, made_by: expect.any(String) }])
    expect((await post(`payout-batches/${batch.id}/approve`, {}, maker)).status).toBe(403)
    expect((await get('payout-batches'))[0]).toMatchObject({ id: batch.id, mine: true })
    expect((await download(batch.id)).status).toBe(409)
    expect(await statusOf(payout)).toBe('queued')
    expect((await post(`payout-batches/${batch.id}/approve`, {}, checker)).body).toMatchObject({
      state: 'approved',
      mine: false,
    })
    const file = await download(batch.id)
    const [, cells] = readDelimited(file.body).map((row) => row.cells)
    expect(cells).toContain(await codeOf(payout))
    expect(await statusOf(payout)).toBe('sent')
    expect(await app.verify()).toEqual([])
  })

  it('is the same bytes each time, and asked for again only with a reason', async () => {
    const id = await downloaded(await owedToAccount(), await owedToAccount())
    expect((await download(id)).status).toBe(400)
    const again = await download(id, { reason: 'The upload broke off' })
    const [batch] = await query('select count, total_paise from payout_batch where id = $1', [id])
    expect(readDelimited(again.body)).toHaveLength(1 + Number(batch.count))
    const third = await download(id, { reason: 'Once more' })
    expect(third.body).toBe(again.body)
    const log = await query(
      `select after->>'reason' as reason from audit_event where subject_id = $1 and action = 'payout_batch_downloaded' order by id`,
      [id],
    )
    expect(log.map(({ reason }) => reason)).toEqual(['', 'The upload broke off', 'Once more'])
  })

  it('is the only one that a payout stands in, also when two make one at once', async () => {
    const payout = await owedToAccount()
    const answers = await Promise.all([make([payout]), make([payout], 'generic', checker)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const lines = await query('select 1 from payout_batch_line where payout_id = $1 and is_live', [payout])
    expect(lines).toHaveLength(1)
  })
})

describe('a file that was made', () => {
  it('is given up before its download, and its payouts wait again; never after', async () => {
    const payout = await owedToAccount()
    const { body } = await make([payout])
    expect((await post(`payout-batches/${body.id}/cancel`, {})).body).toMatchObject({ state: 'cancelled' })
    const id = await downloaded(payout)
    expect((await post(`payout-batches/${id}/cancel`, {})).status).toBe(409)
    expect((await make([payout])).status).toBe(409)
  })

  it('does not leave when a payout of it may no longer go', async () => {
    const pair = await paidPair()
    await release(pair)
    const payout = await payoutOf(pair)
    const { body } = await make([payout])
    await post(`payout-batches/${body.id}/approve`, {}, checker)
    await query('update app_user set payouts_frozen_at = clock_timestamp() where id = $1', [pair.payee.id])
    expect((await download(body.id)).status).toBe(409)
    expect(await query('select state from payout_batch where id = $1', [body.id])).toEqual([
      { state: 'approved' },
    ])
  })

  it('does not leave when a payout of it goes elsewhere by now: its owner took the target out', async () => {
    const pair = await paidPair()
    await release(pair)
    const payout = await payoutOf(pair)
    const { body } = await make([payout])
    await post(`payout-batches/${body.id}/approve`, {}, checker)
    await loseTarget(app, pair.payee)
    await setTarget(app, pair.payee, { ...bankOf(pair), account_number: '50100999999999' })
    await app.advance('PT80H')
    await app.runJobs()
    expect(await statusOf(payout)).toBe('queued')
    expect((await download(body.id)).status).toBe(409)
    await app.runJobs()
    expect(await statusOf(payout)).toBe('queued')
    // queued again, to another target than the file has: it must not leave with the old one
    expect((await download(body.id)).status).toBe(409)
    expect(await statusOf(payout)).toBe('queued')
    // judged anew by that, it waits for its new account; given up, it goes out to it
    await post(`payout-batches/${body.id}/cancel`, {})
    const file = await download(await approved(payout))
    expect([file.status, file.body.includes('50100999999999')]).toEqual([200, true])
  })

  it('takes no UPI id, no unknown payout and no account without its settings', async () => {
    const upi = await owedToUpiId()
    expect((await make([upi])).body).toEqual({
      payouts: [`${await codeOf(upi)} goes to a UPI id. Pay it by hand: no bank takes it in a file.`],
    })
    expect((await make(['nobody'])).status).toBe(409)
    const payout = await owedToAccount()
    expect((await make([payout], 'template')).body).toHaveProperty('bank_account')
  })

  it('is a workbook for ICICI, and has 28 columns for HDFC', async () => {
    for (const format of ['icici_cib', 'hdfc_enet']) {
      const { body } = await make([await owedToAccount()], format)
      await post(`payout-batches/${body.id}/approve`, {}, checker)
      const file = await download(body.id)
      if (format === 'icici_cib') expect(file.body.slice(0, 2)).toBe('PK')
      else expect(file.body.trim().split(',')).toHaveLength(28)
    }
  })

  it('cannot be changed or taken back in the database', async () => {
    const id = await downloaded(await owedToAccount())
    for (const change of [
      `update payout_batch set state = 'cancelled' where id = $1`,
      `update payout_batch set file_sha256 = repeat('0', 64) where id = $1`,
      'delete from payout_batch where id = $1',
      'update payout_batch_line set amount_paise = 1 where batch_id = $1',
      'delete from payout_batch_line where batch_id = $1',
    ])
      await expect(query(change, [id])).rejects.toMatchObject({ code: 'AM403' })
  })
})

describe('what a file says', () => {
  it('has no account of somebody in every row, whoever wrote the layout and when', async () => {
    const fields = ['code', 'amount', 'account', 'ifsc'].map((field) => ({ title: `Remark ${field}`, field }))
    const template = {
      columns: [...fields, { title: 'Beneficiary Account', constant: '99990000111122' }],
    }
    const settings = { ifsc: 'HDFC0000123', client_code: 'amnt', template }
    expect((await post(`bank-accounts/${account}/payout-file`, settings)).status).toBe(400)
    // as it could be set before
    await query('update bank_account set payout_template = $2 where id = $1', [
      account,
      JSON.stringify({ ...template, delimiter: ',', date: 'iso', header: true, extension: 'csv' }),
    ])
    expect((await make([await owedToAccount()], 'template')).body).toHaveProperty('bank_account')
  })

  it('shows what it says before it is approved, and says that whatever is set later', async () => {
    const titles = { code: 'Remark1', amount: 'Amount', account: 'Remark2', ifsc: 'Remark3' }
    const columns = Object.entries(titles).map(([field, title]) => ({ title, field }))
    const settings = { ifsc: 'HDFC0000123', client_code: 'amnt' }
    const set = (more: object[]) =>
      post(`bank-accounts/${account}/payout-file`, {
        ...settings,
        template: { columns: [...columns, ...more] },
      })
    await set([{ title: 'Beneficiary', constant: 'Somebody' }])
    const payout = await owedToAccount()
    const { body: batch } = await make([payout], 'template')
    await set([])
    const shown = await app.call('GET', `/api/admin/payout-batches/${batch.id}`, { token: checker.token })
    const [, cells = []] = readDelimited(shown.body.text).map((row) => row.cells)
    expect(shown.body.text).toContain('Remark1,Amount,Remark2,Remark3,Beneficiary')
    expect(cells).toEqual([
      ...[await codeOf(payout), '1500.00', expect.stringMatching(/^••••\d{4}$/)],
      ...[expect.stringMatching(/^[A-Z]{4}0/), 'Somebody'],
    ])
    expect(shown.body.payouts).toEqual([
      expect.objectContaining({ id: payout, destination: expect.stringContaining(cells[2] ?? '-') }),
    ])
    await post(`payout-batches/${batch.id}/approve`, {}, checker)
    const file = await download(batch.id)
    expect(file.body.replace(/\d{5,}(?=\d{4})/g, '••••')).toBe(shown.body.text)
    expect(
      await query(
        `select count(*)::int as n from audit_event where subject_id = $1 and action = 'personal_data_viewed'`,
        [batch.id],
      ),
    ).toEqual([{ n: 1 }])
  })

  it('is shown as text where it is a workbook', async () => {
    const payout = await owedToAccount()
    const { body } = await make([payout], 'icici_cib')
    const shown = await app.call('GET', `/api/admin/payout-batches/${body.id}`, { token: checker.token })
    expect(shown.body.text).toContain('PYMT_PROD_TYPE_CODE')
    expect(shown.body.text).toContain(await codeOf(payout))
    expect(shown.body.text).not.toMatch(/\d{9}/)
  })
})

const report = (id: string, content: string | Buffer, who = maker) =>
  uploadFile(app, `/api/admin/payout-batches/${id}/status-report`, {
    ...{ content, who },
    documented: '/api/admin/payout-batches/{id}/status-report',
  })

describe("the bank's report", () => {
  it('fails what the bank refused, and leaves the rest to the statement', async () => {
    const [refused, accepted] = [await owedToAccount(), await owedToAccount()]
    const id = await downloaded(refused, accepted)
    const rows = [
      'Ref,Status,Rejection Reason,UTR NO,x',
      `${await codeOf(refused)},Rejected,INVALID ACCOUNT,,`,
      `${await codeOf(accepted)},Success,,632612345678,`,
      'PY00000000,Success,,1,',
    ]
    const { status, body } = await report(id, rows.join('\n'))
    expect([status, body]).toEqual([200, { accepted: 1, rejected: 1, pending: 0, unread: 1 }])
    expect([await statusOf(refused), await statusOf(accepted)]).toEqual(['review', 'sent'])
    expect(await query('select outcome, detail from payout_attempt where payout_id = $1', [refused])).toEqual(
      [{ outcome: 'failed', detail: 'INVALID ACCOUNT' }],
    )
    // and can go again, under a new key and in a new file
    expect((await post(`payouts/${refused}/resend`, {}, checker)).status).toBe(200)
    expect((await make([refused])).status).toBe(201)
    // the old report again says nothing of the new try
    await report(id, rows.join('\n'))
    expect(await statusOf(refused)).toBe('queued')
    expect(await app.verify()).toEqual([])
  })

  it('without a status is refused beside its field', async () => {
    const id = await downloaded(await owedToAccount())
    expect(await report(id, 'Date,Narration\n1,2')).toMatchObject({
      status: 400,
      body: { file: ['This report has no column with the status.'] },
    })
  })

  it.each(['xlsx', 'biff8'] as const)('is a spreadsheet, too: %s', async (bookType) => {
    const [refused, accepted] = [await owedToAccount(), await owedToAccount()]
    const id = await downloaded(refused, accepted)
    // the columns of ICICI's report, under rows that say what it is, on the second sheet
    const columns = ['File_Sequence_Num', 'STATUS', 'Rejection Reason', 'Customer Ref No', 'UTR NO']
    const rows = [
      ['Payment status report'],
      [],
      columns,
      ['1', 'Rejected', 'INVALID ACCOUNT', await codeOf(refused), ''],
      ['2', 'Paid', '', await codeOf(accepted), '632612345678'],
    ]
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['About this file']]), 'Cover')
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Report')
    const { status, body } = await report(id, write(book, { type: 'buffer', bookType }) as Buffer)
    expect([status, body]).toEqual([200, { accepted: 1, rejected: 1, pending: 0, unread: 0 }])
    expect([await statusOf(refused), await statusOf(accepted)]).toEqual(['review', 'sent'])
  })

  it('that is a PDF, or of a batch that nobody has downloaded, changes nothing', async () => {
    const payout = await owedToAccount()
    const { body } = await make([payout])
    expect((await report(body.id, '%PDF-1.7')).status).toBe(400)
    expect((await report(body.id, `Ref,Status\n${await codeOf(payout)},Rejected`)).status).toBe(409)
    expect(await statusOf(payout)).toBe('queued')
  })
})

describe('a report is the word of who uploads it', () => {
  it('which sends nothing again by that Admin alone', async () => {
    const payout = await owedToAccount()
    const rejected = async (who: Person) => {
      const { body } = await make([payout], 'generic', maker)
      await post(`payout-batches/${body.id}/approve`, {}, checker)
      await download(body.id, {}, maker)
      return report(body.id, `Ref,Status\n${await codeOf(payout)},Rejected`, who)
    }
    const listed = async (who: Person) => {
      const { body } = await app.call('GET', '/api/admin/payouts?page_size=100', { token: who.token })
      return body.find((row: { id: string }) => row.id === payout)
    }
    expect((await rejected(maker)).body).toMatchObject({ rejected: 1 })
    expect((await post(`payouts/${payout}/resend`, {}, maker)).status).toBe(403)
    expect(await statusOf(payout)).toBe('review')
    expect(await listed(maker)).toMatchObject({ may_resend: false, own_report: true })
    expect(await listed(checker)).toMatchObject({ may_resend: true, own_report: false })
    expect((await post(`payouts/${payout}/resend`, {}, checker)).status).toBe(200)
    // of the next try the other one has said it
    expect((await rejected(checker)).body).toMatchObject({ rejected: 1 })
    expect((await post(`payouts/${payout}/resend`, {}, checker)).status).toBe(403)
    expect((await post(`payouts/${payout}/resend`, {}, maker)).status).toBe(200)
  })

  it('nor by a new target of whoever is paid: another Admin says so', async () => {
    const pair = await paidPair()
    await release(pair)
    const payout = await payoutOf(pair)
    const id = await downloaded(payout)
    await report(id, `Ref,Status\n${await codeOf(payout)},Rejected`)
    await setTarget(app, pair.payee, { ...bankOf(pair), account_number: '50100999999999' })
    await app.advance('PT80H')
    await app.runJobs()
    expect(await statusOf(payout)).toBe('review')
    expect((await post(`payouts/${payout}/resend`, {}, checker)).body.status).toBe('queued')
    const file = await download(await approved(payout))
    expect(file.body).toContain('50100999999999')
  })

  it('and nobody who is paid by it sends it again', async () => {
    const pair = await paidPair()
    await release(pair)
    const payout = await payoutOf(pair)
    const id = await downloaded(payout)
    await report(id, `Ref,Status\n${await codeOf(payout)},Rejected`)
    await query(`update app_user set user_type = 'Admin' where id = $1`, [pair.payee.id])
    expect((await post(`payouts/${payout}/resend`, {}, pair.payee)).status).toBe(403)
    expect(await statusOf(payout)).toBe('review')
  })
})

describe('a UPI id', () => {
  it('is shown once it counts as sent, with a link that names the code and the amount', async () => {
    const payout = await owedToUpiId()
    const code = await codeOf(payout)
    const { status, body } = await post(`payouts/${payout}/pay-by-hand`, {})
    expect([status, await statusOf(payout)]).toEqual([200, 'sent'])
    expect(body).toMatchObject({ code, amount_paise: paise(150_000) })
    expect(body.upi_url).toContain(`tn=${code}`)
    expect(body.upi_url).toContain('am=1500.00')
    // to whom it was shown alone: two could both pay it
    expect((await post(`payouts/${payout}/pay-by-hand`, {})).body).toEqual(body)
    expect((await post(`payouts/${payout}/pay-by-hand`, {}, checker)).status).toBe(403)
  })

  it('of two who ask at once is shown to one', async () => {
    const payout = await owedToUpiId()
    const answers = await Promise.all(
      [maker, checker].map((who) => post(`payouts/${payout}/pay-by-hand`, {}, who)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is no account: that goes by file', async () => {
    expect((await post(`payouts/${await owedToAccount()}/pay-by-hand`, {})).status).toBe(409)
  })
})
