/** Sends notices by WhatsApp. It is called outside any transaction. */
import { sendNotice } from '#server/push/whatsapp-notice.ts'
import {
  claimWhatsApp,
  giveUpWhatsApp,
  markWhatsAppSent,
  type WhatsAppClaim,
  whatsAppFailed,
  whatsAppNotice,
} from '#server/services/notifications/whatsapp.ts'
import type { JobContext } from './job-context.ts'
import { claimAlone, type Queue, startQueue } from './queue.ts'
import type { Repeater } from './run-every.ts'

type WhatsAppJobContext = Pick<JobContext, 'runInTransaction' | 'settings'>

export const whatsAppQueue = ({ runInTransaction, settings }: WhatsAppJobContext): Queue<WhatsAppClaim> => ({
  name: 'whatsapp_message',
  failure: 'WhatsApp did not take a notice, will retry',
  batchSize: 20,
  workers: 1,
  pauseMs: 30,
  claim: (limit) => claimAlone(runInTransaction, (tx) => claimWhatsApp(tx, limit)),
  handle: async (message) => {
    const notice = await runInTransaction((tx) => whatsAppNotice({ tx, settings }, message))
    const outcome = notice && settings.whatsapp ? await sendNotice(settings.whatsapp, notice) : 'over'
    if (outcome === 'later') throw new Error('not taken')
    if (outcome === 'over') await runInTransaction((tx) => giveUpWhatsApp(tx, message.id))
  },
  finish: (rows) => runInTransaction((tx) => markWhatsAppSent(tx, rows)),
  fail: (message) => runInTransaction((tx) => whatsAppFailed(tx, message)),
})

export const startWhatsApp = (context: WhatsAppJobContext & Pick<JobContext, 'log'>): Repeater =>
  startQueue(whatsAppQueue(context), context.log)
