import { expect, it } from 'vitest'
import { readConfig } from './config/config.ts'
import { readOperatorContent } from './config/operator-content.ts'
import { ConfigError } from './lib/operator-error.ts'
import { refuseGuessableAdmin, settingsFrom } from './settings.ts'

const ADMIN = { ADMIN_PHONE: '9876543210', ADMIN_EMAIL: 'team@example.com' }
const CODES = { OTP: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' }
const MONEY = {
  ...{ PAYMENTS: 'upi', UPI_ID: 'amanat@bank', UPI_NAME: 'Amanat', UPI_PAYEE_KIND: 'merchant' },
  ...{ CUSTODY: 'own_account', I_HOLD_OTHER_PEOPLES_MONEY: '1', BANK_ACCOUNTS: '/etc/accounts.json' },
  ...{ ...CODES, DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
}

it.each([
  ['https', { PUBLIC_URL: 'https://amanat.example' }],
  ['http', { PUBLIC_URL: 'http://127.0.0.1:4000' }],
])('a push service reaches the operator by mail, wherever pages are served: %s', (_, env) => {
  const config = readConfig({ ...env, VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw' })
  const content = readOperatorContent(config.contentDir)
  expect(settingsFrom(config, content).push?.contact).toBe(`mailto:${content.site.email}`)
})

it.each([
  ['plain sandbox', {}, 'by rule'],
  ['sandbox with codes at /api/sandbox/codes', { OTP: 'sandbox' }, 'by rule'],
  ['sandbox with codes to real phones', CODES, 'uncommon'],
  ['real money', MONEY, 'uncommon'],
])('%s: passwords %s %s', async (_, env, passwords) => {
  const config = readConfig(env)
  expect(settingsFrom(config, readOperatorContent(config.contentDir)).passwords).toBe(passwords)
  for (const ADMIN_PASSWORD of ['Password@123', 'Amanat@2026', 'Team@example1', 'Sharma@123']) {
    const check = refuseGuessableAdmin(readConfig({ ...env, ...ADMIN, ADMIN_PASSWORD }))
    await (passwords === 'uncommon'
      ? expect(check).rejects.toThrow(ConfigError)
      : expect(check).resolves.toBeUndefined())
  }
  await refuseGuessableAdmin(readConfig({ ...env, ...ADMIN, ADMIN_PASSWORD: 'Bridge#Copper7x' }))
  await refuseGuessableAdmin(config)
})
