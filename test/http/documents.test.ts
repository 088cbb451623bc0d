/** The documents of a deal: who gets which, when, in both languages, and what they say. */

import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTS } from '#core/contract/documents.ts'
import { ITEM_PHOTO } from '#core/files.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import type { PdfContent } from '#server/pdf/document.ts'
import { renderPdf, stopRendering } from '#server/pdf/render.ts'
import { useApp } from '#test/support/app.ts'
import { addFile } from '#test/support/files.ts'
import { pagesOf, printedOn, squeezed } from '#test/support/pdf-text.ts'
import { person, take, teammate } from '#test/support/people.ts'
import { type Players, Script } from '#test/support/script.ts'

const app = useApp()
let players: Players
let deal: Script

beforeAll(async () => {
  players = {
    payer: await person(app, 'Buyer'),
    payee: await person(app, 'Seller'),
    team: await teammate(app),
  }
  deal = new Script(app, players)
  await deal.offer('shopping', { amount: 1500 })
})
afterAll(stopRendering)

const PAPER: Omit<PdfContent, 'blocks'> = {
  locale: 'en',
  brand: 'Amanat',
  title: 'Decision',
  number: '1',
  issued: 'today',
  moneyLine: [],
  check: 'Genuine?',
  checkUrl: 'http://amanat.test/verify',
  footer: 'Us',
  page: 'Page',
}

async function ask(name: string, who: keyof Players | null, lang = 'en', { formPk } = deal) {
  const token = who === null ? undefined : players[who].token
  const reply = await app.app.inject({
    url: `/api/deals/${formPk}/${name}.pdf?lang=${lang}`,
    headers: { host: 'amanat.test', ...(token ? { authorization: `Token ${token}` } : {}) },
  })
  if (process.env.PAPERS_TO)
    writeFileSync(`${process.env.PAPERS_TO}/${name}-${who}-${lang}.pdf`, reply.rawPayload)
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}
const paidBack = async () => {
  const text = `select p.provider_ref from payout p join deal d on d.id = p.deal_id and d.payer_id = p.user_id
     where p.deal_id = $1 and p.status = 'paid'`
  return (await app.db.ownerPool.query(text, [deal.formPk])).rows
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a describe holds its tests, each of them short
describe('documents', () => {
  it('are there once there is something to write down', async () => {
    // and the page of the deal offers each just those that they would get
    const statuses = async () => {
      for (const who of ['payer', 'payee', 'team'] as const) {
        const { papers } = (await app.call('GET', `/api/deals/${deal.formPk}`, { token: players[who].token }))
          .body
        const given = await Promise.all(DOCUMENTS.map(async (name) => (await ask(name, who)).status))
        expect(papers, who).toEqual(DOCUMENTS.filter((_, i) => given[i] === 200))
      }
      return Promise.all(DOCUMENTS.map(async (name) => (await ask(name, 'payer')).status))
    }
    expect(await statuses()).toEqual([409, 409, 409, 409])
    await deal.play('payee accept')
    expect(await statuses()).toEqual([200, 409, 409, 409])
    await deal.play('payer pay over')
    expect(await statuses()).toEqual([200, 200, 200, 409])
    await deal.play('payee ship · payee deliver · payer complain · payer pay · payee pay · payee respond')
    await deal.play('payer escalate · payee escalate · team decide 50000 payee')
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  it('are for the deal’s people alone, and nobody’s to keep', async () => {
    const { token } = await person(app, 'Buyer')
    for (const name of DOCUMENTS) {
      const url = `/api/deals/${deal.formPk}/${name}.pdf`
      expect((await app.call('GET', url, { token })).status).toBe(404)
      expect((await ask(name, null)).status).toBe(401)
    }
    const { headers, bytes } = await ask('agreement', 'payee')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('say what was agreed, with the hashes of it', async () => {
    const text = printedOn((await ask('agreement', 'team')).bytes)
    const { events } = await deal.look()
    for (const words of ['Phone', '₹1,500', `${players.payee.business} (Asha Rao) accepted the terms`])
      expect(text).toContain(squeezed(words))
    for (const event of events.slice(0, 2)) expect(text).toContain(event.hash)
    expect(text).toContain(`/verify?code=${deal.formPk}`)
  })

  it('name the later date that both agreed to, with the hashes of the asking and the granting', async () => {
    const late = new Script(app, players)
    await late.offer('shopping', { amount: 900 })
    await late.play('payee accept · payer pay · payee ship · payee propose_extension 30')
    const before = printedOn((await ask('agreement', 'payer', 'en', late)).bytes)
    const label = squeezed(m.document_later_date())
    expect(before).not.toContain(label)
    await late.play('payee propose_extension 40 · payer grant_extension')
    const { events } = await late.look()
    const [proposal, grant] = events.slice(-2)
    const text = printedOn((await ask('agreement', 'payer', 'en', late)).bytes)
    expect(text).toContain(label + squeezed(formatMoment(Date.parse(proposal?.data.due as string), 'en')))
    for (const event of [proposal, grant]) expect(text).toContain(event?.hash)
    expect(text).toContain(squeezed('The later date is the last moment itself'))
    expect(text.split(label)).toHaveLength(2)
  })

  it('are one page each where they fit', async () => {
    for (const lang of ['en', 'hi'])
      for (const name of DOCUMENTS) {
        const { bytes } = await ask(name, 'payer', lang)
        expect([name, lang, pagesOf(bytes)]).toEqual([name, lang, 1])
      }
  })

  it('show the goods as they were agreed, with the hash of each picture', async () => {
    const other = new Script(app, players)
    await other.offer('shopping', { amount: 900 })
    const content = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a52' } })
      .png()
      .toBuffer()
    const photo = await addFile(app, players.payer, other.formPk, {
      name: 'front.png',
      content,
      kind: ITEM_PHOTO,
    })
    await app.call('POST', `/api/deals/${other.formPk}/accept`, {
      token: players.payee.token,
      body: { terms_version: 2, rules_accepted: true },
    })
    const { bytes } = await ask('agreement', 'payee', 'en', other)
    expect(bytes.toString('latin1')).toMatch(/\/Subtype \/Image/)
    const text = printedOn(bytes)
    expect(text).toContain(photo.sha256)
    expect(pagesOf(bytes)).toBe(1)
    // the offer before the photo was agreed to by nobody
    const { events } = await other.look()
    const [first, second, acceptance] = events
    expect([first?.name, second?.name, acceptance?.name]).toEqual(['create', 'edit', 'accept'])
    for (const event of [second, acceptance]) expect(text).toContain(event?.hash)
    expect(text).not.toContain(first?.hash)
    expect(text).toContain(squeezed('offered these terms'))
  })

  it('account for every rupee', async () => {
    const text = printedOn((await ask('receipt', 'payer')).bytes)
    for (const words of ['₹1,600', '₹100', 'not a tax invoice', 'dispute fees included ₹1,700'])
      expect(text).toContain(squeezed(words))
    expect(text).not.toContain(players.payee.phone)
  })

  it('say what went back, where to, and the reference to ask a bank with', async () => {
    await app.runJobs()
    const text = printedOn((await ask('refund-advice', 'payer')).bytes)
    const back = await paidBack()
    expect(back).toHaveLength(3)
    for (const row of back) expect(text).toContain(row.provider_ref)
    for (const words of ['₹500', '₹50', 'Fee back', '₹100']) expect(text).toContain(squeezed(words))
    expect(text).not.toContain(players.payer.phone)
  })

  it('of a payment that was too much says that alone, whatever has happened in the deal since', async () => {
    const other = new Script(app, players)
    await other.offer('shopping', { amount: 1500 })
    await take(app, players.payee, other.formPk, 'accept', { terms_version: 1, rules_accepted: true })
    const due = await app.call('POST', `/api/deals/${other.formPk}/pay`, { token: players.payer.token })
    await app.call('POST', `/api/sandbox/payments/${due.body.id}/over`)
    const parcel = { courier: 'delhivery', tracking_number: '14528900112233' }
    await take(app, players.payee, other.formPk, 'ship', parcel)
    const text = printedOn((await ask('refund-advice', 'payer', 'en', other)).bytes)
    expect(text).toContain(squeezed('A payment that did not fit the deal'))
    expect(text).not.toContain('14528900112233')
  })

  it('give the reasons of a decision', async () => {
    const text = printedOn((await ask('decision', 'payee')).bytes)
    for (const words of [
      'Both sides were read',
      'It is late',
      'Our team',
      '₹500',
      '₹1,000',
      'Kept',
      'Returned',
    ])
      expect(text).toContain(squeezed(words))
  })

  it('have no paise where there are none, in a table, a line or a fact', async () => {
    for (const name of DOCUMENTS) expect(printedOn((await ask(name, 'payer')).bytes)).not.toMatch(/\.00/)
  })

  it('come in Hindi too', async () => {
    for (const name of DOCUMENTS) {
      const { status, bytes } = await ask(name, 'payer', 'hi')
      expect([name, status]).toEqual([name, 200])
      expect(printedOn(bytes)).not.toContain('\ufffd')
    }
    expect((await ask('agreement', 'payer', 'fr')).status).toBe(400)
  })

  it('divide no amount and no word where the font changes', async () => {
    // ends of lines at many places: a line is divided there only when it would be loose otherwise
    const items = Array.from({ length: 40 }, (_, n) => ({
      ...{ name: '', at: '', code: String(n) },
      act: `${'M'.repeat((n % 20) + 1)} ${'a'.repeat(n < 20 ? 5 : 30)} Logo and brand kit, ₹20,000।`,
    }))
    const content: PdfContent = { ...PAPER, blocks: [{ kind: 'signatures', items }] }
    expect(printedOn(await renderPdf(content)).match(/₹20,000।/g)).toHaveLength(40)
  })

  it('put a sign for what no font has, and nothing over it', async () => {
    const content: PdfContent = {
      ...PAPER,
      blocks: [{ kind: 'text', text: 'Thank you 🙏🏽, தமிழ் and क्षमा: “₹5”' }],
    }
    expect(printedOn(await renderPdf(content))).toMatch(
      /Thankyou\ufffd,\ufffdand\p{Script=Devanagari}+:“₹5”/u,
    )
  })

  it('leave the server free to answer while they are drawn', async () => {
    const before = performance.eventLoopUtilization()
    const many = await Promise.all(Array.from({ length: 8 }, () => ask('agreement', 'payer')))
    const { utilization } = performance.eventLoopUtilization(before)
    expect(many.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(utilization).toBeLessThan(0.5)
  })
})
