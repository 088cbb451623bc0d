/** The contract as it was accepted: parties, terms, rules, who agreed to what and when, and the hashes of it. */
import { releaseParts } from '../../../core/charges.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Party } from '../../../core/lifecycle/states.ts'
import { formatPaise, formatPaiseShort } from '../../../core/money.ts'
import { m } from '../../../messages/compiled/messages.js'
import type { Block, Paper } from '../../pdf/paper.ts'
import type { EventRow } from '../../repositories/events.ts'
import { policyHash } from '../../repositories/policies.ts'
import { findUser } from '../../repositories/users.ts'
import { standing } from '../notices/after.ts'
import { headlineOf } from '../notices/story.ts'
import { percent } from './figures.ts'
import { rulesOf } from './rules.ts'
import { at, framed, roleOf, type Sheet } from './sheet.ts'

type Facts = [label: string, value: string][]

/** Throws Refusal `wrong_state` while nothing was agreed. */
export async function agreement(sheet: Sheet): Promise<Paper> {
  const { locale, loaded } = sheet
  if (loaded.deal.agreed_at === null) throw new Refusal('wrong_state')
  const heading = (text: string): Block => ({ kind: 'heading', text })
  return framed(sheet, {
    title: m.paper_agreement({}, { locale }),
    blocks: [
      heading(m.paper_parties({}, { locale })),
      { kind: 'facts', rows: [await personRow(sheet, 'payer'), await personRow(sheet, 'payee')] },
      heading(m.paper_terms({}, { locale })),
      { kind: 'facts', rows: termRows(sheet) },
      heading(m.paper_rules({}, { locale })),
      { kind: 'list', items: rulesOf(sheet) },
      heading(m.paper_accepted({}, { locale })),
      acceptance(sheet),
      heading(m.paper_hashes({}, { locale })),
      { kind: 'text', text: m.paper_hashes_text({}, { locale }) },
      await hashes(sheet),
    ],
  })
}

async function personRow(sheet: Sheet, party: Party): Promise<[string, string]> {
  const { ctx, loaded, locale } = sheet
  const id = party === 'payer' ? loaded.deal.payer_id : loaded.deal.payee_id
  const user = id === null ? undefined : await findUser(ctx.tx, id)
  const name = sheet.scene[party].name
  const phone = user?.phone_number ?? ''
  const said = user?.business_name
    ? m.paper_business({ business: user.business_name, name, phone }, { locale })
    : m.paper_person({ name, phone }, { locale })
  return [roleOf(sheet, party), said]
}

function termRows(sheet: Sheet): Facts {
  const { locale, loaded, facts } = sheet
  const { terms, amount_paise } = loaded.deal
  const amount: Facts = [[m.paper_amount({}, { locale }), formatPaise(amount_paise)]]
  const version: Facts = [[m.paper_terms_version({}, { locale }), String(facts.termsVersion)]]
  if (facts.track === 'shopping')
    return [
      [m.paper_goods({}, { locale }), String(terms.service_details)],
      ...amount,
      commissionRow(sheet),
      ...version,
    ]
  return [
    [m.paper_work({}, { locale }), String(terms.deliverables)],
    [m.paper_other_info({}, { locale }), String(terms.other_info)],
    ...amount,
    [m.paper_payment_mode({}, { locale }), m.paper_full_payment({}, { locale })],
    [m.paper_due_date({}, { locale }), facts.completionAt === null ? '' : at(facts.completionAt, locale)],
    [m.paper_cancellation({}, { locale }), percent(facts.cancellationFeeBasisPoints, locale)],
    commissionRow(sheet),
    ...version,
  ]
}

function commissionRow(sheet: Sheet): [string, string] {
  const { locale, facts } = sheet
  const label = m.paper_commission({}, { locale })
  if (facts.commissionBasisPoints === 0) return [label, m.paper_commission_none({}, { locale })]
  const { commissionPaise } = releaseParts(facts.amountPaise, facts.commissionBasisPoints)
  const said = {
    payee: roleOf(sheet, 'payee'),
    percent: percent(facts.commissionBasisPoints, locale),
    amount: formatPaiseShort(commissionPaise),
  }
  return [label, m.paper_commission_of(said, { locale })]
}

const AGREEING: readonly string[] = ['create', 'edit', 'accept']
const agreeing = ({ events }: Sheet): readonly EventRow[] =>
  events.filter((event) => AGREEING.includes(event.name))

function acceptance(sheet: Sheet): Block {
  const { locale } = sheet
  return {
    kind: 'table',
    head: [m.paper_when({}, { locale }), m.paper_what({}, { locale }), m.paper_version({}, { locale })],
    widths: [3, 6, 1],
    rows: agreeing(sheet).map((event) => [
      at(event.at, locale),
      headline(sheet, event),
      String(event.terms_version),
    ]),
  }
}

function headline({ scene, facts, locale, loaded }: Sheet, event: EventRow): string {
  const commissionBasisPoints = loaded.deal.commission_basis_points
  return headlineOf({ scene, after: standing(facts), event, commissionBasisPoints }, { view: 'team', locale })
}

async function hashes(sheet: Sheet): Promise<Block> {
  const { locale, loaded, ctx } = sheet
  const rows = agreeing(sheet).map((event): [string, string] => [
    m.paper_hash_event({ seq: String(event.seq), version: String(event.terms_version) }, { locale }),
    event.hash,
  ])
  const policy = await policyHash(ctx.tx, loaded.deal.policy_id)
  return { kind: 'codes', rows: [...rows, [m.paper_hash_policy({}, { locale }), policy]] }
}
