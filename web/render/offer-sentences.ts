/** What an offer's page says of its rules under a policy, in both languages. */
import { LOCALES } from '#core/locale.ts'
import type { Policy } from '#core/policy.ts'
import { sampleCancellationBasisPoints } from '#core/sample-deal.ts'
import type { PlacedSentence } from '#core/sentence-changes.ts'
import { paraglideMiddleware } from '#messages/compiled/server.js'
import { rulesForServices, rulesForShopping } from '#web/features/offer/preview/offer-rules.ts'
import { LOCALE_PREFIXES } from '#web/pages.ts'

export async function offerSentences(policy: Policy): Promise<PlacedSentence[]> {
  const sentences: PlacedSentence[] = []
  for (const [index, locale] of LOCALES.entries())
    await paraglideMiddleware(new Request(`http://localhost${LOCALE_PREFIXES[index]}/`), () => {
      const placed = (place: string, texts: readonly string[]) =>
        sentences.push(...texts.map((text) => ({ place, locale, text })))
      placed('offer-shopping', rulesForShopping(policy))
      placed(
        'offer-services',
        rulesForServices(policy, sampleCancellationBasisPoints('services', policy) / 100),
      )
      return new Response()
    })
  return sentences
}
