/** What an offer, its form, an account and a coupon say of the figures of a policy, in both languages. */
import type { Track } from '#core/ids.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import type { Policy } from '#core/policy.ts'
import { SAMPLE_PAISE, sampleCancellationBasisPoints } from '#core/sample-deal.ts'
import type { PlacedSentence } from '#core/sentence-changes.ts'
import { HOUR_MS } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { paraglideMiddleware } from '#messages/compiled/server.js'
import { CostTable, costsOf } from '#web/features/offer/form/costs.tsx'
import { OfferValidity } from '#web/features/offer/form/offer-summary.tsx'
import { rulesForServices, rulesForShopping } from '#web/features/offer/preview/offer-rules.ts'
import { couponSaving } from '#web/lib/coupon-saving.ts'
import { shortMoment } from '#web/lib/format.ts'
import { LOCALE_PREFIXES } from '#web/pages.ts'
import { textsOf } from './texts-of.tsx'

const TRACKS: readonly Track[] = ['shopping', 'services']
/** Takes two points off the commission of work. */
const COUPON = 'SAMPLE30'

function formTexts(track: Track, policy: Policy, locale: Locale): string[] {
  const coupons = track === 'services' ? [null, COUPON] : [null]
  return textsOf(
    <>
      {coupons.map((couponCode) => (
        <CostTable
          key={couponCode}
          track={track}
          costs={costsOf(String(SAMPLE_PAISE / 100), track, { policy, couponCode })}
        />
      ))}
      <OfferValidity policy={policy} />
    </>,
    locale,
  )
}

/** Of a new payout target, which waits; longer after a password was set anew. */
function accountTexts(policy: Policy, now: number): string[] {
  return [policy.payoutTargetCoolingMs, policy.payoutTargetCoolingAfterResetMs].flatMap((ms) => [
    m.target_about({ hours: String(ms / HOUR_MS) }),
    m.target_about_no_mail({ hours: String(ms / HOUR_MS) }),
    `${m.target_cooling()}: ${m.target_cooling_text({ until: shortMoment(now + ms) })}`,
  ])
}

/** `now`: epoch ms at which each would be read. */
export async function formSentences(policy: Policy, now: number): Promise<PlacedSentence[]> {
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
      for (const track of TRACKS) placed(`form-${track}`, formTexts(track, policy, locale))
      placed('account', accountTexts(policy, now))
      placed('coupon', [couponSaving(policy, COUPON)])
      return new Response()
    })
  return sentences
}
