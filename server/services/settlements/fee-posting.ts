/** What a provider has kept of a line: our cost, and its tax is claimed back. */
import { type AccountCode, GATEWAY_FEES, GST_INPUT, gatewayAccount } from '#core/accounts.ts'
import type { Movement } from '#server/rails/rail.ts'
import type { Posting } from '#server/repositories/ledger.ts'

const feeIdOf = (provider: string, { type, id }: Pick<Movement, 'type' | 'id'>): string =>
  `${provider}:${type}:${id}:fee`

export function feePosting(
  provider: string,
  movement: Pick<Movement, 'type' | 'id' | 'feePaise' | 'taxPaise'>,
): Posting {
  const { feePaise, taxPaise } = movement
  const costs: [AccountCode, number][] = [
    [GATEWAY_FEES, feePaise - taxPaise],
    [GST_INPUT, taxPaise],
  ]
  return {
    ...{ id: feeIdOf(provider, movement), kind: 'gateway_fee' },
    entries: [
      { account: gatewayAccount(provider), amountPaise: feePaise },
      ...costs.flatMap(([account, paise]) => (paise > 0 ? [{ account, amountPaise: -paise }] : [])),
    ],
  }
}
