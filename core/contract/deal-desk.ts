/** A deal for the team, beside what its parties see: who they are, related deals and people, and its lines of the ledger. */
import { z } from 'zod'
import { STATUSES } from '#core/lifecycle/states.ts'
import { endpoint, formPkParams, iso, problem } from './endpoint.ts'

const party = z.object({
  id: z.int(),
  name: z.string(),
  /** Who else has a number, a payout target or a device of theirs. */
  sharing: z.array(z.object({ id: z.int(), name: z.string(), what: z.enum(['number', 'target', 'device']) })),
})

/** Whole: an entry of it may be of an account that is no part of the deal. */
export const ledgerTransfer = z.object({
  id: z.string(),
  kind: z.string(),
  /** The deal that it is posted for; a payout's names none. */
  form_pk: z.string().nullable(),
  at: iso,
  /** Above zero an account gets, below zero it gives. */
  entries: z.array(z.object({ account: z.string(), amount_paise: z.int() })),
})
export type LedgerTransfer = z.output<typeof ledgerTransfer>

const teamDeal = z.object({
  payer: party.nullable(),
  payee: party.nullable(),
  /** Other deals between the two, whoever pays: the newest 20. */
  related: z.array(
    z.object({
      form_pk: z.string(),
      product: z.string(),
      status: z.enum(STATUSES),
      amount_paise: z.int(),
      created_at: iso,
    }),
  ),
  /** Oldest first. */
  transfers: z.array(ledgerTransfer),
})
export type TeamDeal = z.output<typeof teamDeal>

export const readTeamDeal = endpoint({
  method: 'GET',
  path: '/api/admin/deals/:form_pk',
  access: 'team',
  summary:
    'Who the parties of a deal are, whom they share something with, their other deals, and its transfers',
  params: formPkParams,
  responses: { 200: teamDeal, 403: problem, 404: problem },
})
