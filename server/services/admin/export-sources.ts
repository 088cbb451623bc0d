/** Deals and people of the grids as files. */
import type { User } from '#core/contract/auth.ts'
import type { GridFilter, GridTransaction } from '#core/contract/deal-grid.ts'
import { countSelected, listStretch } from '#server/repositories/deal-grid.ts'
import { countPeople, listPeopleStretch } from '#server/repositories/user-grid.ts'
import { presentUser } from '#server/services/account/session.ts'
import type { ExportSource } from './export-file.ts'
import { presentRow } from './grids.ts'

export function dealSource(
  selection: GridFilter & { readonly forms?: readonly string[] | undefined },
): ExportSource<GridTransaction> {
  return {
    ...{ subject: 'deals', name: 'transactions', selection },
    columns: [
      ...([
        'form_pk',
        'track',
        'status',
        'whose_move',
        'created_at',
        'due_at',
        'amount',
        'service_details',
      ] as const),
      ...(['payer_first_name', 'payer_last_name', 'payer_phone', 'payee_name', 'cpty_company'] as const),
      ...(['main_user_fname', 'main_user_lname', 'main_user_phone'] as const),
    ],
    count: (ctx) => countSelected(ctx.tx, { ...selection, now: ctx.now }),
    stretch: async (ctx, place) => {
      const deals = await listStretch(ctx.tx, { ...selection, now: ctx.now }, place)
      return Promise.all(deals.map(async (deal) => ({ no: deal.no, row: await presentRow(ctx, deal) })))
    },
  }
}

export function peopleSource(selection: {
  readonly search?: string | undefined
  readonly ids?: readonly number[] | undefined
}): ExportSource<User> {
  return {
    ...{ subject: 'users', name: 'users', selection },
    columns: [
      ...([
        'id',
        'first_name',
        'last_name',
        'user_type',
        'business_name',
        'phone_number',
        'payment_number',
      ] as const),
      ...(['email', 'phone_verified', 'email_verified'] as const),
    ],
    count: (ctx) => countPeople(ctx.tx, selection),
    stretch: async (ctx, place) => {
      const people = await listPeopleStretch(ctx.tx, selection, place)
      return people.map((person) => ({ no: person.id, row: presentUser(person) }))
    },
  }
}
