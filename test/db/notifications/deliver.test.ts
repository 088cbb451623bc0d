/** A message on its way: to the page, by mail, to the lock screen; when an offer is one too many; and what a stranger reads. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, istDay } from '#core/time.ts'
import type { AppSettings } from '#server/services/context.ts'
import type { Participant } from '#server/services/deal/participants.ts'
import { deliver } from '#server/services/notifications/deliver.ts'
import type { OutgoingMessage } from '#server/services/notifications/outgoing-message.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { bringTo, offerShopping, type Pair, type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
let pair: Pair
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  pair = await offerShopping(app)
  await bringTo(app, pair, 'funded')
})
beforeEach(() => query('delete from notification; delete from email'))
const { query } = app
const push = { privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', contact: 'mailto:a@b.example' }

const person = (over: Partial<Participant> = {}): Participant => ({
  ...{ id: pair.payer.id, name: 'Asha Rao', firstName: 'Asha', email: pair.payer.email, locale: 'en' },
  ...{ quiet: null, mail: 'all', ...over },
})
const content = (locale: string) => ({
  ...{
    subject: `subject ${locale}`,
    headline: `headline ${locale}.`,
    about: 'about',
    money: ['money'],
    body: ['body', 'more'],
  },
  ...{ link: `link ${locale}`, linkLabel: 'label' },
})
const message = (over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  ...{
    key: 'k',
    kind: 'release',
    person: person(),
    dealId: pair.formPk,
    contentIn: content,
    notBefore: null,
    ...over,
  },
})
const sent = (messages: OutgoingMessage[], settings: Partial<AppSettings> = {}, laterMs = 0) =>
  actingAs(app, team, (ctx) => deliver(ctx, messages), { settings, laterMs })
const counts = async () => [
  (await query('select from notification')).length,
  (await query('select from email')).length,
]

describe('a message', () => {
  it('is a notice in both languages, and a mail in its reader’s', async () => {
    await sent([message({ person: person({ locale: 'hi' }) })])
    const [notice] = await query('select * from notification')
    expect(notice).toMatchObject({
      ...{ key: `k:${pair.payer.id}`, kind: 'release', user_id: pair.payer.id, deal_id: pair.formPk },
      ...{ title: 'headline hi.', text: 'money body more', read_at: null },
      words: {
        en: { title: 'headline en.', text: 'money body more' },
        hi: { title: 'headline hi.', text: 'money body more' },
      },
    })
    const [mail] = await query('select * from email')
    expect(mail).toMatchObject({
      ...{
        key: `k:${pair.payer.id}`,
        user_id: pair.payer.id,
        recipient: pair.payer.email,
        subject: 'subject hi',
        not_before: null,
      },
      content: {
        ...{
          headline: 'headline hi.',
          about: 'about',
          money: ['money'],
          body: ['body', 'more'],
          link: 'link hi',
        },
        ...{ linkLabel: 'label', locale: 'hi', name: 'Asha', publicUrl: 'http://amanat.test' },
      },
    })
    expect(mail.content).not.toHaveProperty('subject')
  })
  it('without sums has its words alone', async () => {
    await sent([message({ contentIn: (locale) => ({ ...content(locale), money: undefined as never }) })])
    expect((await query('select text from notification'))[0].text).toBe('body more')
  })
  it('is put into each language once', async () => {
    const locales: string[] = []
    await sent([
      message({ contentIn: (locale) => (locales.push(locale) ? content(locale) : content(locale)) }),
    ])
    expect(locales.toSorted()).toEqual(['en', 'hi'])
  })
  it.each<[string, Partial<OutgoingMessage>, [number, number]]>([
    ['of the reader’s own act is no news', { isOwn: true }, [0, 0]],
    ['of the reader’s own act that moved money is mailed', { isOwn: true, isAboutMoney: true }, [0, 1]],
    ['of another’s act that moved money is both', { isAboutMoney: true }, [1, 1]],
    ['that asks nothing of them is both', { isNews: true }, [1, 1]],
  ])('%s', async (_name, over, expected) => {
    await sent([message(over)])
    expect(await counts()).toEqual(expected)
  })
  it.each<[string, Partial<Participant>, Partial<OutgoingMessage>, [number, number]]>([
    ['to whoever wants their turn alone: news are not mailed', { mail: 'turn' }, { isNews: true }, [1, 0]],
    ['to whoever wants their turn alone: a turn is', { mail: 'turn' }, {}, [1, 1]],
    ['to whoever has no address is a notice', { email: null }, {}, [1, 0]],
    ['to nobody at all is none', { id: null, email: null }, { kind: 'create' }, [0, 0]],
  ])('%s', async (_name, over, more, expected) => {
    await sent([message({ person: person(over), ...more })])
    expect(await counts()).toEqual(expected)
  })
  it('that waits for the morning has the moment, and one that does not leaves now', async () => {
    const notBefore = Date.parse('2030-01-01T08:00:00+05:30')
    await sent([message({ notBefore }), message({ key: 'now' })])
    const rows = await query('select key, at, not_before from email order by key')
    expect(rows).toMatchObject([
      { at: new Date(notBefore), not_before: new Date(notBefore) },
      { not_before: null },
    ])
    expect(Math.abs(rows[1].at - Date.now())).toBeLessThan(60_000)
  })
})

describe('on the lock screen', () => {
  const browser = () =>
    query(
      `insert into push_subscription (user_id, endpoint, p256dh, auth) values ($1, 'https://push.example/' || random(), 'p', 'a')`,
      [pair.payer.id],
    )
  const pushed = () => query('select title, path, not_before from push_message order by key')
  beforeEach(() => query('delete from push_message; delete from push_subscription'))
  it('there is the line and where it leads, in the reader’s language, where there is push', async () => {
    await browser()
    const notBefore = Date.parse('2030-01-01T08:00:00+05:30')
    await sent([message()])
    expect(await pushed()).toEqual([])
    await sent(
      [
        message({ key: 'a' }),
        message({ key: 'b', dealId: null, notBefore }),
        message({ key: 'c', person: person({ locale: 'hi' }) }),
        message({ key: 'd', isOwn: true }),
      ],
      { push },
    )
    expect(await pushed()).toEqual([
      { title: 'headline en.', path: `/deals/${pair.formPk}`, not_before: null },
      { title: 'headline en.', path: '/notices', not_before: new Date(notBefore) },
      { title: 'headline hi.', path: `/hi/deals/${pair.formPk}`, not_before: null },
    ])
  })
  it('nobody without an account is told, and WhatsApp only where it is and was chosen', async () => {
    const whatsapp = { token: 't', phoneNumberId: '1', version: 'v23.0', template: 'x', languages: ['en'] }
    await query('update app_user set notice_whatsapp = true where id = $1', [pair.payee.id])
    const messages = [
      message({ key: 'w' }),
      message({ key: 'w', person: person({ id: pair.payee.id }) }),
      message({ key: 'w', person: person({ id: null }) }),
    ]
    await sent(messages)
    expect(await query('select from whatsapp_message')).toEqual([])
    await sent(messages, { whatsapp })
    expect(await query('select user_id, title, path from whatsapp_message')).toEqual([
      { user_id: pair.payee.id, title: 'headline en.', path: `/deals/${pair.formPk}` },
    ])
  })
})

describe('an offer', () => {
  const offers = (n: number, over: Partial<OutgoingMessage> = {}) =>
    Array.from({ length: n }, (_, i) =>
      message({ key: `offer-${i}`, kind: 'create', isOffer: true, ...over }),
    )
  async function oneByOne(n: number, over: Partial<OutgoingMessage> = {}, laterMs = 0) {
    for (const each of offers(n, over)) await sent([each], {}, laterMs)
  }
  it('is mailed itself for five of an hour, and the rest in one mail', async () => {
    await oneByOne(8)
    const mails = await query('select key, subject, content from email order by id')
    expect(mails.slice(0, 5).map(({ subject }) => subject)).toEqual(Array(5).fill('subject en'))
    expect(mails).toHaveLength(6)
    expect(mails[5].key).toMatch(new RegExp(`^offers:${pair.payer.id}:\\d+$`))
    expect(Number(mails[5].key.split(':')[2])).toBe(Math.floor(Date.now() / HOUR_MS))
    expect(mails[5]).toMatchObject({
      subject: 'More offers to you, or changes of them',
      content: {
        ...{
          headline: 'More offers to you, or changes of them',
          about: null,
          link: 'http://amanat.test/deals',
          name: 'Asha',
        },
        ...{ linkLabel: 'See your deals:', body: [expect.stringContaining('So many came within an hour')] },
      },
    })
    expect(await query('select from notification')).toHaveLength(8)
  })
  it('in Hindi leads to the page in Hindi', async () => {
    await oneByOne(6, { person: person({ locale: 'hi' }) })
    const [mail] = await query(`select content from email where key like 'offers:%'`)
    expect(mail.content).toMatchObject({ link: 'http://amanat.test/hi/deals', locale: 'hi' })
  })
  it.each(['release', 'accept'])(
    '%s counts for none, and what is no offer is mailed itself',
    async (kind) => {
      await oneByOne(5, { kind })
      await sent(offers(1).map((each) => ({ ...each, key: 'sixth' })))
      await oneByOne(7, { isOffer: false, key: 'x' })
      expect(await query(`select from email where key like 'offers:%'`)).toEqual([])
    },
  )
  it('that is older than an hour counts no more', async () => {
    await oneByOne(5)
    await query(`update notification set at = at - interval '61 minutes'`)
    await sent([message({ key: 'later', kind: 'create', isOffer: true })])
    expect(await query(`select from email where key like 'offers:%'`)).toEqual([])
  })
})

describe('somebody without an account', () => {
  const stranger = (over: Partial<Participant> = {}) =>
    person({ id: null, email: 'client@example.com', name: 'Client', ...over })
  it.each([
    ['create', 1],
    ['edit', 1],
    ['reminder', 1],
    ['withdraw', 0],
    ['accept', 0],
  ])('is written to of %s: %i mails', async (kind, mails) => {
    await sent([message({ kind, person: stranger() })])
    expect(await counts()).toEqual([0, mails])
  })
  it('reads no word that another typed, once a day', async () => {
    await sent([
      message({ kind: 'create', person: stranger() }),
      message({ kind: 'edit', key: 'k2', person: stranger() }),
    ])
    const [mail, ...others] = await query('select * from email')
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      ...{ user_id: null, recipient: 'client@example.com', subject: 'A freelancer has made you an offer' },
      content: {
        ...{
          headline: 'A freelancer has made you an offer',
          about: null,
          name: '',
          link: 'link en',
          linkLabel: 'Read the offer:',
        },
        body: [
          expect.stringContaining('sign up as a client'),
          expect.stringContaining('leave the offer alone'),
        ],
      },
    })
    expect(mail.key).toMatch(new RegExp(`^invitation:[0-9a-f]{16}:${istDay(Date.now())}$`))
    await sent([message({ kind: 'create', person: stranger({ email: 'other@example.com' }) })])
    expect(await query('select from email')).toHaveLength(2)
  })
})
