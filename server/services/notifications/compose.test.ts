/**
 * What both sides are mailed at each step of a deal, in both languages, as it was last read: test/fixtures/mails. A change of a
 * sentence shows there; `npx vitest run --project unit -u` writes it anew, to be read before it is kept.
 */
import { describe, expect, it } from 'vitest'
import type { Track } from '#core/ids.ts'
import { everyStep, type Step } from '#core/lifecycle/every-step.ts'
import type { DealFacts } from '#core/lifecycle/facts.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { DEFAULT_POLICY } from '#core/policy.ts'
import { sampleOffer } from '#core/sample-deal.ts'
import { DAY_MS, toIso } from '#core/time.ts'
import type { DealParticipants, Participant } from '#server/services/deal/participants.ts'
import { currentSnapshot, type DealSnapshot, snapshotAfter } from '#server/services/deal/snapshot.ts'
import { composeMessage, composeReminder } from './compose.ts'

const NOW = Date.parse('2026-11-24T11:22:00+05:30')
/** Told by messages of their own. */
const TOLD_OTHERWISE: readonly string[] = ['unfund', 'charged_back']
const TRACKS: readonly Track[] = ['shopping', 'services']

const participant = (name: string, firstName: string): Participant => ({
  ...{ id: null, name, firstName, locale: 'en', email: null, quiet: null, mail: 'all' },
})
const participantsOf = (facts: DealFacts, over: Partial<DealParticipants> = {}): DealParticipants => ({
  ...{ dealId: 'deal-1', track: facts.track, title: 'Old camera', amountPaise: facts.amountPaise },
  ...{
    commissionBasisPoints: facts.commissionBasisPoints,
    creator: facts.creator,
    isAgreed: true,
    isFromLink: false,
  },
  payer: participant('Asha Rao', 'Asha'),
  payee: participant('Ravi Traders (Ravi Shah)', 'Ravi'),
  publicUrl: 'https://amanat.example',
  ...over,
})

/** All that an event may have beside its name; each takes its own. */
const dataOf = ({ request }: Step) => ({
  ...{ tracking_number: '14528900112233', proof: 'courier', window_ms: 2 * DAY_MS },
  ...{ due: toIso(NOW + 20 * DAY_MS), payer_share_paise: 250_000 },
  ...(request?.fee ? { party: request.fee.party, amount_paise: request.fee.paise } : {}),
})
const nameOf = ({ decision: { row } }: Step): string => ('lapse' in row.on ? row.on.lapse : row.on.action)
const messageOf = (step: Step, snapshot = snapshotAfter(step.decision)) => ({
  participants: participantsOf(step.decision.next),
  snapshot,
  event: { name: nameOf(step), by: step.request?.by ?? ('lapse' as const), data: dataOf(step) },
})
const lines = ({ subject, moneyLine = [], money, body }: ReturnType<typeof composeMessage>): string =>
  [
    subject,
    ...(moneyLine.length > 0
      ? [moneyLine.map(({ label, amount, isFull }) => `${label} ${amount}${isFull ? ' *' : ''}`).join(' | ')]
      : []),
    [...(money ?? []), ...body].join(' '),
  ].join('\n  ')

const stepsOf = (track: Track): Step[] =>
  [...everyStep(sampleOffer(track, DEFAULT_POLICY, NOW), NOW).values()].filter(
    (step) => !TOLD_OTHERWISE.includes(nameOf(step)),
  )
const stepNamed = (track: Track, name: string): Step => {
  const step = stepsOf(track).find((candidate) => nameOf(candidate) === name)
  if (!step) throw new Error(`no step ${name}`)
  return step
}

function catalogue(locale: Locale): string {
  const texts = TRACKS.flatMap((track) =>
    stepsOf(track).flatMap((step) =>
      (['payer', 'payee'] as const).map((view) => {
        const content = composeMessage(messageOf(step), { view, locale })
        return `to the ${view}: ${content.headline}\n  ${lines(content)}`
      }),
    ),
  )
  return `${[...new Set(texts)].join('\n\n')}\n`
}

it.each(LOCALES)('what is mailed at each step (%s) is what was read', async (locale) => {
  await expect(catalogue(locale)).toMatchFileSnapshot(`../../../test/fixtures/mails/${locale}.txt`)
})

it('a mail opens the deal, by words of its language', () => {
  const { link, linkLabel } = composeMessage(messageOf(stepNamed('shopping', 'fund')), {
    ...({ view: 'payee', locale: 'hi' } as const),
  })
  expect([link, linkLabel]).toEqual(['https://amanat.example/hi/deals/deal-1', 'सौदा खोलें (पहले साइन इन करें):'])
})

it('a long title is cut in the subject, and whole in the mail', () => {
  const title = 'क'.repeat(41)
  const step = stepNamed('shopping', 'fund')
  const input = { ...messageOf(step), participants: participantsOf(step.decision.next, { title }) }
  const { subject, about } = composeMessage(input, { view: 'payer', locale: 'en' })
  expect(subject).toContain(`(${'क'.repeat(40)}…, ₹10,000)`)
  expect(about).toContain(title)
  const fits = { ...input, participants: participantsOf(step.decision.next, { title: title.slice(1) }) }
  expect(composeMessage(fits, { view: 'payer', locale: 'en' }).subject).toContain(`(${title.slice(1)}, ₹`)
})

describe('tax that was withheld', () => {
  const step = stepNamed('services', 'release')
  const snapshot: DealSnapshot = {
    ...snapshotAfter(step.decision),
    withheld: { tdsPaise: 1_000, tcsPaise: 5_000 },
  }
  const shown = (view: 'payer' | 'payee') => {
    const { moneyLine, money } = composeMessage(messageOf(step, snapshot), { view, locale: 'en' })
    return [moneyLine?.at(-1)?.amount, money?.filter((text) => /TDS|TCS/.test(text)).length]
  }
  it('is told to the payee alone, whose part is what arrives', () => {
    const payeePaise = snapshot.shares?.payeePaise ?? 0
    expect(payeePaise).toBeGreaterThan(100_000)
    const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`
    expect(shown('payee')).toEqual([rupees(payeePaise - 6_000), 2])
    expect(shown('payer')).toEqual([rupees(payeePaise), 0])
  })
})

it.each([
  ['half', /half/i],
  ['nine_tenths', /little time/i],
  ['call_in', /for 3 days/i],
] as const)('a reminder says how far the time is: %s', (kind, words) => {
  const facts = stepNamed('shopping', 'fund').decision.next
  const input = { participants: participantsOf(facts), snapshot: currentSnapshot(facts), kind, days: 3 }
  const { headline, body } = composeReminder(input, { view: 'payee', locale: 'en' })
  expect(headline).toMatch(words)
  expect(body.join(' ')).toContain('ship it')
})
