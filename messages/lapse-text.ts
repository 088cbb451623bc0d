/** What the running deadline brings, in rupees and to whom, as one reader is told it: on the deal's page and in mails alike. */
import { otherParty, type Party, type Status } from '#core/lifecycle/states.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from './compiled/messages.js'
import type { CurrentStep } from './lifecycle-steps.ts'
import { listText } from './list-text.ts'
import type { MessageText, TextOptions } from './message-text.ts'

/** The deadline as the lifecycle has it, and what the words need of the deal. */
export interface LapseFigures {
  /** When it is, in words. */
  readonly time: string
  /** Who gets what of the hold by it; null while the money stays or there is none. */
  readonly parts: { readonly payerPaise: number; readonly payeePaise: number } | null
  readonly amountPaise: number
  /** What a release brings the payee. */
  readonly releasePaise: number
  readonly feePaise: number
  /** The date that was agreed for work may stand beside it: "by then" would be that one. */
  readonly isBesideDate?: boolean
}

const STAYS: Partial<Record<Status, MessageText>> = {
  proposed: m.lifecycle_else_offer,
  agreed: m.lifecycle_else_unpaid,
  return_requested: m.lifecycle_else_return,
  negotiating: m.lifecycle_else_mediation,
}

/** Empty when no deadline runs. */
export function lapseText(step: CurrentStep, figures: LapseFigures, options?: TextOptions): string {
  const what = consequence(step, figures.parts, options)
  if (what === '') return ''
  if (step.status === 'disputed') return disputeLapse(step, { ...figures, what }, options)
  if (step.status === 'negotiating') return m.lapse_if_unsettled({ what }, options)
  if (step.status === 'mediation') return m.lapse_if_team({ what }, options)
  const [mover, another] = step.movers
  if (mover === undefined || mover === 'team' || another !== undefined)
    return m.lapse_if_nobody({ what }, options)
  if (figures.isBesideDate) {
    const words = mover === step.viewer ? m.lapse_if_no_work_you : m.lapse_if_no_work
    return words({ time: figures.time, what }, options)
  }
  return mover === step.viewer
    ? m.lapse_if_you({ what }, options)
    : m.lapse_if_name({ name: step.names[mover], what }, options)
}

function consequence(
  step: CurrentStep,
  parts: LapseFigures['parts'],
  options: TextOptions | undefined,
): string {
  if (!parts) return STAYS[step.status]?.({}, options) ?? ''
  const shares = [
    ...(parts.payeePaise === 0 ? [] : [shareText(step, 'payee', parts.payeePaise, options)]),
    ...(parts.payerPaise === 0 ? [] : [shareText(step, 'payer', parts.payerPaise, options)]),
  ]
  return listText(shares, options)
}

function shareText(step: CurrentStep, to: Party, sum: number, options: TextOptions | undefined): string {
  const amount = formatPaiseShort(sum)
  const name = step.names[to]
  if (to === 'payer')
    return step.viewer === to
      ? m.lapse_back_to_you({ amount }, options)
      : m.lapse_back_to({ name, amount }, options)
  return step.viewer === to ? m.lapse_to_you({ amount }, options) : m.lapse_to({ name, amount }, options)
}

/** Who pays no fee loses without a word being read: the page says so in rupees, to the one whom it costs first. */
function disputeLapse(
  step: CurrentStep,
  figures: LapseFigures & { readonly what: string },
  options: TextOptions | undefined,
): string {
  const { viewer, names, feesDue } = step
  const complainant = step.complainant ?? 'payer'
  const respondent = otherParty(complainant)
  const { time, what } = figures
  const fee = formatPaiseShort(figures.feePaise)
  if (!feesDue.includes(complainant)) {
    if (viewer !== respondent) return m.lapse_no_answer({ name: names[respondent], what }, options)
    return feesDue.includes(respondent)
      ? m.lapse_answer_or_lose_fee({ fee, time, what }, options)
      : m.lapse_answer_or_lose({ time, what }, options)
  }
  if (viewer === complainant) return m.lapse_pay_or_lose({ fee, time, what }, options)
  const unpaid = m.lapse_no_fee({ name: names[complainant], fee, what }, options)
  if (viewer !== respondent) return unpaid
  const won = complainant === 'payer' ? figures.amountPaise : figures.releasePaise
  const cost = shareText(step, complainant, won, options)
  return `${unpaid} ${m.lapse_silence_costs({ name: names[complainant], what: cost }, options)}`
}
