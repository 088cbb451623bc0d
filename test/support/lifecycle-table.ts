/** The design's table of the lifecycle, a second time and by hand: what the tests hold core/lifecycle against. */

import type { Track } from '#core/ids.ts'
import type { Actor } from '#core/lifecycle/facts.ts'

// state · action · who in shopping / in services (- nobody, r payer, e payee, b either, t team, g gateway) · to
const TABLE = `
proposed edit r/e proposed
proposed accept e/r agreed
proposed decline e/r declined
proposed withdraw r/e withdrawn
agreed fund g/g funded
agreed withdraw b/b withdrawn
funded ship e/- in_delivery
funded start -/e in_delivery
funded cancel b/b refunded
funded unfund g/g refunded
in_delivery deliver e/e delivered
in_delivery confirm_receipt r/r delivered
in_delivery release r/r released
in_delivery propose_extension e/e in_delivery
in_delivery grant_extension r/r in_delivery
in_delivery decline_extension r/r in_delivery
in_delivery cancel b/b cancelled|refunded
in_delivery complain r/r disputed
delivered ask_more_time r/r delivered
delivered release r/r released
delivered complain r/r disputed
delivered request_return r/- return_requested
delivered request_changes -/r in_delivery
return_requested accept_return e/e returning
return_requested decline_return e/e disputed
return_requested withdraw_return r/r released
returning ship_return r/r return_in_transit
returning withdraw_return r/r released
return_in_transit confirm_return e/e refunded
return_in_transit complain e/e disputed
disputed pay_fee g/g disputed
disputed respond e/e negotiating
disputed withdraw_complaint r/r released
negotiating pay_fee g/g negotiating
negotiating withdraw_complaint r/r released
negotiating propose_split b/b negotiating
negotiating accept_split r/r settled
negotiating escalate b/b mediation|negotiating
mediation decide t/t settled
funded charged_back g/g refunded
in_delivery charged_back g/g refunded
delivered charged_back g/g refunded
return_requested charged_back g/g refunded
returning charged_back g/g refunded
return_in_transit charged_back g/g refunded
disputed charged_back g/g refunded
negotiating charged_back g/g refunded
mediation charged_back g/g refunded`

const WHO: Readonly<Record<string, readonly Actor[]>> = {
  '-': [],
  r: ['payer'],
  e: ['payee'],
  b: ['payer', 'payee'],
  t: ['team'],
  g: ['gateway'],
}

export interface Cell extends Record<Track, readonly Actor[]> {
  readonly to: readonly string[]
}

/** `state action` → who may take it in each track, and where it leads. Every other cell is a refusal. */
export const LIFECYCLE_TABLE: ReadonlyMap<string, Cell> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [from, action, who = '', to = ''] = line.split(' ')
      const [shopping = '-', services = '-'] = who.split('/')
      return [
        `${from} ${action}`,
        { shopping: WHO[shopping] ?? [], services: WHO[services] ?? [], to: to.split('|') },
      ]
    }),
)
