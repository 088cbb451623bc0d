/** The commission and the rules of an agreement as a change of the policy would leave them: what the public pages say is compared apart. */
import type { Track } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import type { Policy } from '#core/policy.ts'
import { SAMPLE_PAISE, sampleCancellationBasisPoints } from '#core/sample-deal.ts'
import { changedSentences, type PlacedChange, type PlacedSentence } from '#core/sentence-changes.ts'
import { m } from '#messages/compiled/messages.js'
import { commissionOf, rulesOf } from './rules.ts'

const TRACKS: readonly Track[] = ['shopping', 'services']

const agreementRules = (policy: Policy): PlacedSentence[] =>
  LOCALES.flatMap((locale) =>
    TRACKS.flatMap((track) => {
      const facts = {
        ...{ track, policy, amountPaise: SAMPLE_PAISE },
        commissionBasisPoints: policy.commissionBasisPoints[track],
        cancellationFeeBasisPoints: sampleCancellationBasisPoints(track, policy),
      }
      const context = { locale, participants: { track }, facts }
      const commission = `${m.document_commission({}, { locale })}: ${commissionOf(context)}`
      return [commission, ...rulesOf(context)].map((text) => ({ place: `agreement-${track}`, locale, text }))
    }),
  )

export const changedAgreementRules = (before: Policy, after: Policy): PlacedChange[] =>
  changedSentences(agreementRules(before), agreementRules(after))
