/** What happened to the money: the held amount, who gets what of it, and the dispute fees. */
import type { Party } from '../../../core/lifecycle/states.ts'
import { formatPaiseShort } from '../../../core/money.ts'
import { formatMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import { letterhead } from '../../mail/letterhead.ts'
import type { Teller } from './turn.ts'

const PARTIES = ['payer', 'payee'] as const

export function moneyLines(teller: Teller): string[] {
  const { after, vars, locale } = teller
  const lines = PARTIES.flatMap((party) => feeLine(teller, party))
  if (after.paid) return [...paidLines(teller), ...lines]
  const brand = letterhead().name[locale]
  const held = after.isHeld
    ? m.mail_money_held({ amount: vars.amount, brand }, { locale })
    : m.mail_money_none({}, { locale })
  return [held, ...lines]
}

function paidLines({ after, scene, view, locale }: Teller): string[] {
  const { paid } = after
  if (!paid) return []
  const line = (party: Party, paise: number): string[] => {
    if (paise === 0) return []
    const amount = formatPaiseShort(paise)
    const isBack = party === 'payer'
    if (view === party)
      return [(isBack ? m.mail_money_back_to_you : m.mail_money_to_you)({ amount }, { locale })]
    return [
      (isBack ? m.mail_money_back_to : m.mail_money_to)({ amount, name: scene[party].name }, { locale }),
    ]
  }
  const commission =
    paid.commissionPaise === 0
      ? []
      : [m.mail_money_commission({ amount: formatPaiseShort(paid.commissionPaise) }, { locale })]
  return [...line('payee', paid.payeePaise), ...line('payer', paid.payerPaise), ...commission]
}

function feeLine({ after, scene, view, vars, locale }: Teller, party: Party): string[] {
  const { fate, isDue } = after.fees[party]
  const isMine = view === party
  const { fee } = vars
  const { name } = scene[party]
  if (fate === 'back')
    return [isMine ? m.mail_fee_back_you({ fee }, { locale }) : m.mail_fee_back({ fee, name }, { locale })]
  if (fate === 'kept')
    return [isMine ? m.mail_fee_kept_you({ fee }, { locale }) : m.mail_fee_kept({ fee, name }, { locale })]
  if (!isDue || !isMine || after.dueAt === null) return []
  return [m.mail_fee_due_you({ fee, until: formatMoment(after.dueAt, locale) }, { locale })]
}
