/** What one person is told of one move, in his language: headline, money, turn. A mail and a notice are made of it. */
import { splitParts } from '../../../core/charges.ts'
import type { Moving } from '../../../core/lifecycle/allowed.ts'
import { LAPSES, type Lapse, type Party } from '../../../core/lifecycle/states.ts'
import { formatPaiseShort, paise } from '../../../core/money.ts'
import { formatMoment, parseMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { DealRow } from '../../repositories/deals.ts'
import type { EventRow } from '../../repositories/events.ts'
import type { After } from './after.ts'
import { moneyLines } from './money.ts'
import type { Reminder } from './reminders.ts'
import type { Locale, Scene } from './scene.ts'
import { type Teller, turnLines, whatToDo } from './turn.ts'
import { DID, lapsed, type Vars } from './words.ts'

export interface Story {
  readonly subject: string
  readonly headline: string
  readonly money: readonly string[]
  readonly turn: readonly string[]
}

export interface Told {
  readonly scene: Scene
  readonly after: After
  readonly event: Pick<EventRow, 'name' | 'by' | 'data'>
  readonly commissionBasisPoints: DealRow['commission_basis_points']
}
type To = { readonly view: Moving; readonly locale: Locale }

export function storyOf(told: Told, to: To): Story {
  const teller = tellerOf(told, to)
  const headline = said(told, teller)
  return {
    headline,
    subject: told.event.name === 'create' ? bare(headline) : subjectOf(headline, teller.vars, to.locale),
    money: moneyLines(teller),
    turn: turnLines(teller),
  }
}

/** What happened, in one sentence. */
export const headlineOf = (told: Told, to: To): string => said(told, tellerOf(told, to))

export function reminderStory(told: Told, to: To, kind: Reminder, days: number): Story {
  const { locale } = to
  const teller = tellerOf(told, to)
  const words = { half: m.mail_remind_half, nine_tenths: m.mail_remind_nine } as const
  const headline =
    kind === 'call_in'
      ? m.mail_remind_call_in({ days: String(days) }, { locale })
      : words[kind]({}, { locale })
  return {
    headline,
    subject: subjectOf(m.mail_remind_subject({ what: whatToDo(teller) }, { locale }), teller.vars, locale),
    money: moneyLines(teller),
    turn: turnLines(teller),
  }
}

const TITLE_MAX = 40
const short = (title: string): string =>
  [...title].length > TITLE_MAX ? `${[...title].slice(0, TITLE_MAX).join('')}…` : title
const bare = (text: string): string => text.replace(/[.।]$/, '')

const subjectOf = (headline: string, { title, amount }: Vars, locale: Locale): string =>
  m.mail_subject({ headline: bare(headline), title: short(title), amount }, { locale })

function tellerOf(told: Told, { view, locale }: To): Teller {
  return { scene: told.scene, after: told.after, view, locale, vars: varsOf(told, { view, locale }) }
}

function said({ event, after }: Told, { vars, locale }: Teller): string {
  const name = event.name as keyof typeof DID
  if (!isLapse(event.name)) return DID[name](vars, { locale })
  return lapsed(event.name, after.from, after.status)(vars, { locale })
}
const isLapse = (name: string): name is Lapse => (LAPSES as readonly string[]).includes(name)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function varsOf(told: Told, to: To): Vars {
  const { scene, after, event } = told
  const { locale } = to
  // with what stands beside a name in Hindi: a pronoun grows together with it
  const toWhom = (party: Party): string =>
    to.view === party
      ? m.mail_to_you({}, { locale })
      : m.mail_to_other({ name: scene[party].name }, { locale })
  const forWhom = (party: Party): string =>
    to.view === party
      ? m.mail_for_you({}, { locale })
      : m.mail_for_other({ name: scene[party].name }, { locale })
  const due = parseMoment(text(event.data.due))
  return {
    who: whoDid(told, to),
    title: scene.title,
    amount: formatPaiseShort(scene.amountPaise),
    fee: formatPaiseShort(after.feePaise),
    tracking: text(event.data.tracking_number),
    until: due === null ? '' : formatMoment(due, locale),
    to_payer: toWhom('payer'),
    to_payee: toWhom('payee'),
    for_complainant: forWhom(after.complainant ?? 'payer'),
    ...sharesOf(told),
  }
}

/** The payee's share as he will see it: less commission. */
function sharesOf({ scene, event, commissionBasisPoints }: Told) {
  const share = event.data.payer_share_paise
  if (event.name !== 'propose_split' || typeof share !== 'number') return { payer_share: '', payee_share: '' }
  const parts = splitParts(paise(scene.amountPaise), paise(share), commissionBasisPoints)
  return {
    payer_share: formatPaiseShort(parts.payerPaise),
    payee_share: formatPaiseShort(parts.payeePaise),
  }
}

/** What the gateway reports, somebody paid: the amount the payer, a fee whoever owed it. */
function whoDid({ event, scene }: Told, { view, locale }: To): string {
  const { by } = event
  if (by === 'team') return m.mail_who_team({}, { locale })
  const party: Party =
    by === 'payer' || by === 'payee' ? by : event.data.party === 'payee' ? 'payee' : 'payer'
  return view === party
    ? m.mail_who_you({}, { locale })
    : m.mail_who_other({ name: scene[party].name }, { locale })
}
