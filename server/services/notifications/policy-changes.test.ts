/**
 * What a change of the policy does to what a deal's people are told, as it was last read: test/fixtures/policy-changes.txt.
 * `npx vitest run --project unit policy-changes --update` writes it anew, to be read before it is kept.
 */
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#core/locale.ts'
import { paise } from '#core/money.ts'
import { DEFAULT_POLICY, type Policy } from '#core/policy.ts'
import { DAY_MS } from '#core/time.ts'
import { changedDealMessages } from './policy-changes.ts'

const NOW = Date.parse('2026-11-24T11:22:00+05:30')
const changed = (over: Partial<Policy>) =>
  changedDealMessages(DEFAULT_POLICY, { ...DEFAULT_POLICY, ...over }, NOW)
const placesOf = (changes: ReturnType<typeof changed>) =>
  [...new Set(changes.map(({ place }) => place))].sort()

/** Each figure that a deal's messages print. */
const EVERY_FIGURE: Partial<Policy> = {
  ...{ offerValidityMs: 9 * DAY_MS, unresponsivenessMs: 3 * DAY_MS, trackingWindowMs: 4 * DAY_MS },
  ...{ deliveryDueBusinessDays: 12, claimedDeliveryWindowMs: 5 * DAY_MS, returnWindowMs: 6 * DAY_MS },
  complaintWindowMs: { shopping: 2 * DAY_MS, services: 3 * DAY_MS },
  ...{ unprovenDeliveryWindowMs: 8 * DAY_MS, mutualResolutionMs: 15 * DAY_MS, mutualReminderMs: 7 * DAY_MS },
  ...{ decisionLimitMs: 40 * DAY_MS, disputeFeePaise: paise(7_700), changesTimeMs: 6 * DAY_MS },
  commissionBasisPoints: { shopping: 300, services: 700 },
}

describe('a change of the policy', () => {
  it('that changes every figure is told at every step as it was read', async () => {
    const texts = changed(EVERY_FIGURE)
      .filter(({ place, locale }) => locale === 'en' && place.endsWith('-payer'))
      .map(({ place, after }) => `${place}: ${after}`)
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('../../../test/fixtures/policy-changes.txt')
  })
  it('reaches both sides and the team, in both tracks and languages, and whoever is reminded', () => {
    const changes = changed(EVERY_FIGURE)
    const readers = ['payer', 'payee', 'team']
    const places = ['deal', 'reminder'].flatMap((kind) =>
      ['shopping', 'services'].flatMap((track) => readers.map((reader) => `${kind}-${track}-${reader}`)),
    )
    expect(placesOf(changes)).toEqual(places.sort())
    for (const locale of LOCALES)
      expect(placesOf(changes.filter((change) => change.locale === locale))).toEqual(places)
  })
  it('that changes nothing changes no message', () => expect(changed({})).toEqual([]))
  it('names each sentence once, however many steps lead to it', () => {
    const texts = changed(EVERY_FIGURE).map((change) => JSON.stringify(change))
    expect(new Set(texts).size).toBe(texts.length)
  })
  it.each<[string, Partial<Policy>, RegExp, string[]]>([
    [
      'the commission on work is told in work alone',
      { commissionBasisPoints: { ...DEFAULT_POLICY.commissionBasisPoints, services: 700 } },
      /₹9,300/,
      ['services'],
    ],
    [
      'the day on which the team may be called in',
      { mutualReminderMs: 7 * DAY_MS },
      /7 days/,
      ['shopping', 'services'],
    ],
    ['the fee of a dispute', { disputeFeePaise: paise(7_700) }, /₹77/, ['shopping', 'services']],
    [
      'the time to check work that nothing proves',
      { unprovenDeliveryWindowMs: 9 * DAY_MS },
      /9 days/,
      ['shopping', 'services'],
    ],
  ])('%s', (_name, over, words, tracks) => {
    const changes = changed(over).filter(({ locale }) => locale === 'en')
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.some(({ after }) => words.test(after))).toBe(true)
    expect([...new Set(changes.map(({ place }) => place.split('-')[1] ?? ''))].sort()).toEqual(
      [...tracks].sort(),
    )
  })
})
