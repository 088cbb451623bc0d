/** Who is told what after a move, once, in his language; over HTTP, with the jobs run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { accept, bringTo, offerServices, offerShopping, type Person, pay, take, teammate } from '../support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

interface Mail {
  to: string
  subject: string
  text: string
}
/** What an address was mailed, oldest first. */
async function mailOf(email: string): Promise<Mail[]> {
  await app.runJobs()
  const { body } = await app.call('GET', `/api/sandbox/mail?page_size=100&search=${encodeURIComponent(email)}`)
  return body.toReversed()
}
const last = async (who: Person): Promise<Mail> => (await mailOf(who.email)).at(-1) as Mail

describe('an offer', () => {
  it('tells both, each from his side, with one link and how to check it', async () => {
    const { payer, payee, formPk } = await offerShopping(app)
    expect((await last(payer)).text).toContain('You made an offer: Phone, ₹1,500.')
    const mail = await last(payee)
    expect(mail.subject).toBe('Asha Rao made an offer: Phone, ₹1,500')
    expect(mail.text).toContain('No money has been paid.')
    expect(mail.text).toContain('It is your turn: read the terms, then accept or decline.')
    expect(mail.text).toMatch(/Until \d{1,2} \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m IST\./)
    expect(mail.text.split(formPk)).toHaveLength(2)
    expect(mail.text).toContain('http://amanat.test/verify')
  })
  it('reaches a client who has no account, at the address in the form', async () => {
    const email = 'newcomer@example.org'
    await offerServices(app, { cpty_phone: '9876500001', cpty_email: email })
    const [mail] = await mailOf(email)
    expect(mail?.text).toContain('Hello Client Person,')
  })
})
