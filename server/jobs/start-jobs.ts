/** The background work of a process, from when it listens. Any number of processes share it. */
import { startBankLines } from './bank-lines.ts'
import { startCleanUp } from './clean-up.ts'
import { startDayFigures } from './day-figures.ts'
import { startDeadlines } from './deadlines.ts'
import { startEmailDelivery } from './email.ts'
import { startHourLimits } from './hour-limits.ts'
import { startInbox } from './inbox.ts'
import type { JobContext } from './job-context.ts'
import { startLinkedAccounts } from './linked-accounts.ts'
import { startNumberClaims } from './number-claims.ts'
import { startOrphanPhotos } from './orphan-photos.ts'
import { startPayIns } from './pay-ins.ts'
import { startPayouts } from './payouts.ts'
import { startProviderHolds } from './provider-holds.ts'
import { startPush } from './push.ts'
import { startSeals } from './seals.ts'
import { startSettlements } from './settlements.ts'
import { startTaxPapers } from './tax-papers.ts'
import { startUnsentFiles } from './unsent-files.ts'
import { startWebhooks } from './webhooks.ts'
import { startWhatsApp } from './whatsapp.ts'

/** The answer stops all of it, each after its running round. */
export function startJobs(context: JobContext): () => Promise<void> {
  const jobs = [
    startDeadlines(context),
    startPayIns(context),
    startPayouts(context),
    startProviderHolds(context),
    startLinkedAccounts(context),
    startEmailDelivery(context),
    startSeals(context),
    startCleanUp(context),
    startOrphanPhotos(context),
    startUnsentFiles(context),
    startNumberClaims(context),
    startWebhooks(context),
    ...(context.settings.push ? [startPush(context)] : []),
    ...(context.settings.whatsapp ? [startWhatsApp(context)] : []),
    startBankLines(context),
    startInbox(context),
    startDayFigures(context),
    startHourLimits(context),
    startTaxPapers(context),
    startSettlements(context),
  ]
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()))
    context.mail.close()
  }
}
