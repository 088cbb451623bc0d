/** The settings of the application, from its configuration and the operator's content. */
import { randomBytes } from 'node:crypto'
import type { Config } from './config/config.ts'
import type { OperatorContent } from './config/operator-content.ts'
import type { RunInTransaction } from './db/transaction.ts'
import { ConfigError } from './lib/operator-error.ts'
import { isGuessable } from './lib/password-strength.ts'
import type { CodeSender } from './otp/code-sender.ts'
import { msg91 } from './otp/msg91.ts'
import { sandboxSender } from './otp/sandbox.ts'
import { twilio } from './otp/twilio.ts'
import { whatsapp } from './otp/whatsapp.ts'
import { CashfreeRail } from './rails/cashfree/cashfree.ts'
import type { Rail } from './rails/rail.ts'
import { RazorpayRail } from './rails/razorpay/razorpay.ts'
import { SandboxRail } from './rails/sandbox/sandbox.ts'
import { UpiRail } from './rails/upi/upi.ts'
import { sharedSecret } from './repositories/secrets.ts'
import { insertSandboxCode } from './repositories/verifications.ts'
import type { AppSettings } from './services/context.ts'

/** Paths in site.json that still hold sample values. */
function samplePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\(sample\)|example\.com|00000 00000/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => samplePaths(part, path ? `${path}.${name}` : name))
}

/** The sandbox as it starts by default: nothing in it is worth a thief's time. */
const isPractice = ({ realRail, isProduction, otp }: Config): boolean =>
  !realRail && !isProduction && otp.length === 0

/** Real money moves, or codes go to real phones. */
const hasRealPeople = ({ realRail, otp }: Pick<Config, 'realRail' | 'otp'>): boolean =>
  realRail !== undefined || otp.some(({ name }) => name !== 'sandbox')

/** The sign-up form would refuse the same password, and this account decides over everybody's money. Throws ConfigError. */
export async function refuseGuessableAdmin(
  config: Pick<Config, 'admin' | 'realRail' | 'otp'>,
): Promise<void> {
  const { admin } = config
  if (!admin || !hasRealPeople(config)) return
  if (await isGuessable(admin.password, [admin.phone, admin.email, 'amanat', 'admin team']))
    throw new ConfigError(
      'ADMIN_PASSWORD is too easily guessed for real money and for codes to real phones: set another.',
    )
}

export function settingsFrom(config: Config, { site, policy, tax }: OperatorContent): AppSettings {
  return {
    policy,
    publicUrl: config.publicUrl,
    provider: config.payments[0] ?? 'sandbox',
    providers: config.payments,
    hasSandbox: config.isTrial,
    chatUrl: config.chatUrl ?? null,
    samples: samplePaths(site),
    passwords: hasRealPeople(config) ? 'uncommon' : 'by rule',
    verification: config.otp.length === 0 ? 'off' : 'on',
    dataKey: config.dataKey ?? null,
    secondFactor: isPractice(config) ? 'offered' : 'demanded',
    webhookAllow: config.webhookAllow,
    push: config.vapidKey
      ? {
          privateKey: config.vapidKey,
          // a push service takes an http address for no contact
          contact: `mailto:${config.mailFrom ?? site.email}`,
        }
      : null,
    whatsapp: config.whatsAppNotices,
    sandboxEmails: config.isLoopback ? 'all' : 'without team',
    custody: config.custody ?? null,
    tax,
  }
}

/** The rails of this process, in the order of PAYMENTS. */
export async function createRails(
  config: Pick<Config, 'payments' | 'upi' | 'razorpay' | 'cashfree'>,
  { site }: Pick<OperatorContent, 'site'>,
  runInTransaction: RunInTransaction,
): Promise<{ rails: ReadonlyMap<string, Rail>; sandbox: SandboxRail | null }> {
  const secret = await runInTransaction((tx) =>
    sharedSecret(tx, 'sandbox-webhook', randomBytes(32).toString('hex')),
  )
  const sandbox = config.payments.includes('sandbox')
    ? new SandboxRail(secret, `${site.name.en} sandbox`)
    : null
  const built = [
    sandbox,
    config.upi ? new UpiRail(config.upi) : null,
    config.razorpay ? new RazorpayRail(config.razorpay, site.name.en) : null,
    config.cashfree ? new CashfreeRail(config.cashfree, site.name.en) : null,
  ]
  return { sandbox, rails: new Map(built.flatMap((rail) => (rail ? [[rail.name, rail] as const] : []))) }
}

/** Who brings codes to phones, in the order of OTP. */
export const createCodeSenders = (
  { otp }: Pick<Config, 'otp'>,
  runInTransaction: RunInTransaction,
): readonly CodeSender[] =>
  otp.map((provider) => {
    if (provider.name === 'msg91') return msg91(provider.settings)
    if (provider.name === 'whatsapp') return whatsapp(provider.settings)
    if (provider.name === 'twilio') return twilio(provider.settings)
    return sandboxSender((recipient, code) =>
      runInTransaction(async (tx) => {
        await insertSandboxCode(tx, { recipient, kind: 'phone', code })
      }),
    )
  })
