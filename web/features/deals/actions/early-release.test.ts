import { expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { earlyWords } from './early-release.tsx'

it.each([
  ['a parcel', 'shopping', [], m.deal_early()],
  ['work', 'services', ['start'], m.deal_early_work()],
  ['changes of work', 'services', ['start', 'deliver', 'request_changes'], m.deal_early_changes()],
] as const)('money that is released before %s has come', (_, track, names, title) => {
  const events = names.map((name) => ({ name }))
  expect(earlyWords({ track, events } as unknown as Deal).title).toBe(title)
})
