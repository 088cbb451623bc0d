/** The house rules in words. Copy and documents name a figure, `{{complaintWindow.shopping}}`; nobody types one. */
import { formatPaiseShort } from '#core/money.ts'
import { type Policy, readPolicy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'
import { duration, inDays, percent } from '#web/lib/format.ts'
import { holderName, inLanguage, SITE, SITE_POLICY, siteName } from '#web/lib/site.ts'

const POLICY: Policy = readPolicy(SITE_POLICY)

export function figures(): Record<string, string> {
  const p = POLICY
  const services = p.commissionBasisPoints.services
  return {
    'site.name': siteName(),
    'site.holder': holderName(),
    'site.email': SITE.email,
    'site.phone': SITE.phone,
    'site.address': SITE.address,
    'site.legalName': SITE.legal_name,
    'site.officer': inLanguage(SITE.grievance_officer.name),
    'site.officerEmail': SITE.grievance_officer.email,
    offerValidity: inDays(p.offerValidityMs),
    unresponsiveness: inDays(p.unresponsivenessMs),
    trackingWindow: duration(p.trackingWindowMs),
    deliveryDue: m.figure_business_days({ count: String(p.deliveryDueBusinessDays) }),
    'complaintWindow.shopping': duration(p.complaintWindowMs.shopping),
    'complaintWindow.services': duration(p.complaintWindowMs.services),
    claimedDeliveryWindow: inDays(p.claimedDeliveryWindowMs),
    unprovenDeliveryWindow: inDays(p.unprovenDeliveryWindowMs),
    returnWindow: inDays(p.returnWindowMs),
    returnCourier: `${formatPaiseShort(p.returnCourierPaise.min)}–${formatPaiseShort(p.returnCourierPaise.max)}`,
    mutualResolution: inDays(p.mutualResolutionMs),
    mutualReminder: inDays(p.mutualReminderMs),
    decisionLimit: inDays(p.decisionLimitMs),
    disputeFee: formatPaiseShort(p.disputeFeePaise),
    cancellationFee: percent(p.cancellationFeeBasisPoints),
    commissionFreeCancellation: percent(p.commissionFreeCancellationBasisPoints),
    'commission.services': percent(services),
    // Spec §9: a referral coupon ending in 30 takes 2 points off.
    'commission.coupon': percent(Math.max(0, services - 200)),
    maxAmount: formatPaiseShort((10 ** p.maxAmountDigits - 1) * 100),
    maxChangeRequests: String(p.maxChangeRequests),
    changesTime: inDays(p.changesTimeMs),
  }
}

/** Puts the figures into a text. A name that is not a figure stops the start: a document must not print a hole. */
export function fill(text: string): string {
  const known = figures()
  return text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`content/docs names an unknown figure: {{${name}}}`)
    return value
  })
}
