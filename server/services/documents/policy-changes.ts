/** The rules of an agreement as a change of the policy would leave them: what the public pages say is compared apart. */
import type { Track } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import { paise } from '#core/money.ts'
import type { Policy } from '#core/policy.ts'
import { changedSentences, type PlacedChange, type PlacedSentence } from '#core/sentence-changes.ts'
import { rulesOf } from './rules.ts'

const TRACKS: readonly Track[] = ['shopping', 'services']
/** Any amount would do: the sentences are looked at, not the sum. */
const SAMPLE_PAISE = paise(10_000_00)

const agreementRules = (policy: Policy): PlacedSentence[] =>
  LOCALES.flatMap((locale) =>
    TRACKS.flatMap((track) => {
      const facts = {
        ...{ track, policy, amountPaise: SAMPLE_PAISE },
        commissionBasisPoints: policy.commissionBasisPoints[track],
        // work has the share that its form names
        cancellationFeeBasisPoints: policy.cancellationFeeBasisPoints,
      }
      const texts = rulesOf({ locale, participants: { track }, facts })
      return texts.map((text) => ({ place: `agreement-${track}`, locale, text }))
    }),
  )

export const changedAgreementRules = (before: Policy, after: Policy): PlacedChange[] =>
  changedSentences(agreementRules(before), agreementRules(after))
