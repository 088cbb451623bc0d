/** Money that does not move a deal: it arrived wrongly, was sent out, or could not be. Told at once, to its owner and the team. */
import { dealLink } from '../../../core/ids.ts'
import { formatPaiseShort } from '../../../core/money.ts'
import { m } from '../../../messages/compiled/messages.js'
import { findDeal } from '../../repositories/deals.ts'
import type { PayoutRow } from '../../repositories/payments.ts'
import { findUser } from '../../repositories/users.ts'
import type { Ctx } from '../context.ts'
import { masked } from './masked.ts'
import { type Locale, type Someone, sceneOf, someone } from './scene.ts'
import { type Told, teamOf, tellAll } from './tell.ts'

/** A payout that was sent or cannot be, or what arrived wrongly. */
export type Money =
  | { readonly payout: PayoutRow }
  | { readonly reason: 'unknown'; readonly paymentId: string; readonly amountPaise: number }
  | Stray
interface Stray {
  readonly reason: 'late' | 'double' | 'short' | 'over'
  readonly paymentId: string
  readonly amountPaise: number
  readonly userId: number
  readonly dealId: string
}

const STRAY = {
  late: m.mail_stray_late,
  double: m.mail_stray_double,
  short: m.mail_stray_short,
  over: m.mail_stray_over,
} as const

export const notifyOfMoney = (ctx: Ctx, money: Money): Promise<void> =>
  'payout' in money ? ofPayout(ctx, money.payout) : ofStray(ctx, money)

interface Words {
  readonly headline: string
  readonly turn: readonly string[]
}
type Say = (locale: Locale) => Words

async function ofStray(ctx: Ctx, money: Exclude<Money, { payout: PayoutRow }>): Promise<void> {
  const amount = formatPaiseShort(money.amountPaise)
  const key = `stray:${money.paymentId}`
  if (money.reason === 'unknown')
    return toTeam(ctx, { key, kind: 'stray', dealId: null }, (locale) => ({
      headline: m.mail_stray_unknown({ amount }, { locale }),
      turn: [],
    }))
  const { reason, dealId } = money
  const say: Say = (locale) => ({ headline: STRAY[reason]({ amount }, { locale }), turn: [] })
  const about = { key, kind: 'stray', dealId }
  const owner = await findUser(ctx.tx, money.userId)
  if (owner) await toOwner(ctx, about, { person: someone(owner), say })
  await toTeam(ctx, about, say)
}

async function ofPayout(ctx: Ctx, row: PayoutRow): Promise<void> {
  const owner = await findUser(ctx.tx, row.user_id)
  if (!owner) throw new Error(`the owner of payout ${row.id} is gone`)
  const amount = formatPaiseShort(row.amount_paise)
  const account = masked(row.destination)
  const person = someone(owner)
  const about = { key: `payout:${row.id}:${row.status}`, kind: 'payout', dealId: row.deal_id }
  if (row.status === 'paid') {
    const reference = row.provider_ref ?? row.id
    const say: Say = (locale) => ({
      headline: m.mail_paid_out({ amount, account }, { locale }),
      turn: [m.mail_paid_out_reference({ reference }, { locale })],
    })
    return toOwner(ctx, about, { person, say })
  }
  const stuck: Say = (locale) => ({
    headline: m.mail_payout_stuck({ amount, account }, { locale }),
    turn: [m.mail_payout_stuck_next({}, { locale })],
  })
  await toTeam(ctx, about, (locale) => ({
    headline: m.mail_payout_stuck_team({ amount, name: person.name }, { locale }),
    turn: [],
  }))
  await toOwner(ctx, about, { person, say: stuck })
}

type About = Pick<Told, 'key' | 'kind' | 'dealId'>

async function toOwner(
  ctx: Ctx,
  about: About,
  { person, say }: { person: Someone; say: Say },
): Promise<void> {
  const loaded = about.dealId === null ? null : await findDeal(ctx.tx, about.dealId)
  const scene = loaded && (await sceneOf(ctx, loaded.deal))
  const { locale } = person
  const line = scene && { title: scene.title, amount: formatPaiseShort(scene.amountPaise) }
  const told = toldAs(about, {
    person,
    words: say(locale),
    about: line && m.mail_deal_line(line, { locale }),
    link: scene ? dealLink(scene.publicUrl, locale, scene.dealId) : ctx.house.publicUrl,
    linkLabel: m.mail_open({}, { locale }),
  })
  await tellAll(ctx, [told])
}

async function toTeam(ctx: Ctx, about: About, say: Say): Promise<void> {
  const link = `${ctx.house.publicUrl}/admin_dashboard`
  const team = await teamOf(ctx)
  await tellAll(
    ctx,
    team.map(({ person }) => {
      const { locale } = person
      const linkLabel = m.mail_open_desk({}, { locale })
      return toldAs(about, { person, words: say(locale), about: null, link, linkLabel })
    }),
  )
}

interface Sent {
  readonly person: Someone
  readonly words: Words
  readonly about: string | null
  readonly link: string
  readonly linkLabel: string
}

const toldAs = (about: About, { person, words, ...rest }: Sent): Told => ({
  ...about,
  person,
  subject: words.headline.replace(/[.।]$/, ''),
  parts: { ...rest, ...words, seats: [], money: [] },
  notBefore: null,
})
