/** The fixed parts of the process, from its configuration, the operator's policy and content/site.json. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from '../core/policy.ts'
import { type Config, ConfigError } from './config.ts'
import type { Transactor } from './db/transaction.ts'
import { packageRoot } from './package-root.ts'
import type { Rail } from './rails/rail.ts'
import { SandboxRail } from './rails/sandbox/sandbox.ts'
import { sharedSecret } from './repositories/secrets.ts'
import type { House } from './services/context.ts'

function operatorsPolicy() {
  const file = join(packageRoot, 'content', 'policy.json')
  try {
    return readPolicy(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  } catch (error) {
    throw new ConfigError(`content/policy.json is not a policy: ${(error as Error).message.slice(0, 300)}`)
  }
}

/** The parts of content/site.json that say "sample" still are. */
function samplesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\(sample\)|example\.com|00000 00000/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => samplesOf(part, path ? `${path}.${name}` : name))
}

export function houseOf(config: Config): House {
  const site = JSON.parse(readFileSync(join(packageRoot, 'content', 'site.json'), 'utf8')) as {
    name: { en: string }
  }
  return {
    policy: operatorsPolicy(),
    publicUrl: config.publicUrl,
    provider: config.payments,
    payeeVpa: config.upi?.id ?? 'amanat@sandbox',
    payeeName: config.upi?.name ?? `${site.name.en} sandbox`,
    chatUrl: config.chatUrl ?? null,
    samples: samplesOf(site),
  }
}

/** The rails of this process. Real ones are not built yet: the start says so. */
export async function railsOf(
  config: Config,
  transact: Transactor,
): Promise<{ rails: ReadonlyMap<string, Rail>; sandbox: SandboxRail | null }> {
  if (config.payments !== 'sandbox')
    throw new ConfigError(`PAYMENTS=${config.payments} is not available in this version: use sandbox.`)
  const secret = await transact((tx) => sharedSecret(tx, 'sandbox-webhook', randomBytes(32).toString('hex')))
  const sandbox = new SandboxRail(secret)
  return { sandbox, rails: new Map([[sandbox.name, sandbox]]) }
}
