import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, readEnvironment } from './config.ts'
import { ConfigError } from './lib/operator-error.ts'
import { packageRoot } from './lib/paths.ts'

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({
    ...{ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' },
    ...{ databaseUrl: undefined, dataDir: resolve('data'), payments: 'sandbox', rateLimitFactor: 1 },
    ...{ smtpUrl: undefined, admin: undefined, demo: undefined, chatUrl: undefined, filesUrl: undefined },
  })
})

test.each([
  [{ PORT: '' }, { port: 3000 }],
  [{ PORT: ' 8080 ' }, { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
  [{ HOST: '0.0.0.0' }, { publicUrl: 'http://localhost:3000' }],
  [{ HOST: '::1' }, { publicUrl: 'http://[::1]:3000' }],
  [{ PUBLIC_URL: 'https://amanat.example/' }, { publicUrl: 'https://amanat.example' }],
  [{ DATABASE_URL: 'postgres://a:b@db/x' }, { databaseUrl: 'postgres://a:b@db/x' }],
  [{ DATABASE_URL: 'postgresql:///x?host=/run/pg' }, { databaseUrl: 'postgresql:///x?host=/run/pg' }],
  [{ DEMO: '0' }, { demo: false }],
  [
    { TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16 fd00::/8' },
    { trustedProxies: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'] },
  ],
  [{ RATE_LIMIT_FACTOR: '1000' }, { rateLimitFactor: 1000 }],
  [{ CHAT_URL: 'https://chat.example/{form_pk}' }, { chatUrl: 'https://chat.example/{form_pk}' }],
  [
    { NODE_ENV: 'production', ALLOW_SANDBOX: '1' },
    { payments: 'sandbox', isProduction: true },
  ],
  [
    {
      ...{ PAYMENTS: 'upi', UPI_ID: 'amanat@bank', UPI_NAME: 'Amanat' },
      ...{ OTP: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' },
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    { dataKey: Buffer.alloc(32, 7), upi: { id: 'amanat@bank', name: 'Amanat' } },
  ],
])('reads %j', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

describe('a bad value is one line that names it', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, and is "http".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, and is "70000".'],
    [{ HOST: 'a b' }, 'HOST must be a host name or an address, and is "a b".'],
    [
      { TRUSTED_PROXIES: '10.0.0.1, proxy.example' },
      'TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.5, 10.1.0.0/16, and is "10.0.0.1, proxy.example".',
    ],
    [{ PUBLIC_URL: 'amanat.example' }, 'PUBLIC_URL must be an http or https address.'],
    [{ PAYMENTS: 'cash' }, 'PAYMENTS must be sandbox, upi or razorpay, and is "cash".'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1, and is "yes".'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number from 0.01 to 1000000, and is "0".'],
    [{ ADMIN_PHONE: '12' }, 'ADMIN_PHONE must be a 10-digit mobile number, and is "12".'],
    [{ ADMIN_PHONE: '9876543210' }, /^ADMIN_EMAIL, ADMIN_PASSWORD must be set: .* go together\.$/],
    [{ PAYMENTS: 'upi' }, 'UPI_ID, UPI_NAME must be set with PAYMENTS=upi.'],
    [
      { PAYMENTS: 'razorpay', RAZORPAY_KEY_ID: 'x' },
      /RAZORPAY_KEY_SECRET, .* must be set with PAYMENTS=razorpay\.$/,
    ],
    [
      { PAYMENTS: 'upi', UPI_ID: 'a1@bank', UPI_NAME: 'A' },
      'PAYMENTS=upi moves real money and needs checked phone numbers: set OTP to msg91, whatsapp or twilio.',
    ],
    [{ PAYMENTS: 'upi', UPI_ID: 'a1@bank', UPI_NAME: 'A', OTP: 'sandbox' }, /set OTP to msg91/],
    [
      {
        ...{ PAYMENTS: 'upi', UPI_ID: 'a1@bank', UPI_NAME: 'A' },
        ...{ OTP: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' },
      },
      'DATA_KEY must be set with PAYMENTS=upi.',
    ],
    [{ DATA_KEY: 'c2hvcnQ=' }, /^DATA_KEY must be 32 random bytes in base64[^"]*\.$/],
    [{ OTP: 'sandbox,msg91' }, /^OTP must be off, sandbox, or a list of .* and is "sandbox,msg91"\.$/],
    [{ OTP: 'sms' }, /^OTP must be /],
    [{ OTP: 'msg91', MSG91_AUTH_KEY: 'k' }, 'MSG91_TEMPLATE_ID must be set with OTP=msg91.'],
    [
      {
        OTP: 'whatsapp,twilio',
        WHATSAPP_TOKEN: 't',
        WHATSAPP_PHONE_NUMBER_ID: '1',
        WHATSAPP_TEMPLATE: 'code',
      },
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_SERVICE_SID must be set with OTP=twilio.',
    ],
    [{ NODE_ENV: 'production' }, /^PAYMENTS=sandbox plays with pretended money .* ALLOW_SANDBOX=1\.$/],
    [
      { RATE_LIMIT_FACTOR: '2', PAYMENTS: 'upi', UPI_ID: 'a1@bank', UPI_NAME: 'A' },
      'RATE_LIMIT_FACTOR may be above 1 with PAYMENTS=sandbox only.',
    ],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(message)
  })

  test.each([
    { DATABASE_URL: 'mysql://root:hunter2@db/x' },
    { SMTP_URL: 'http://me:hunter2@mail' },
    { ADMIN_PASSWORD: 'hunter2' },
  ])('that keeps the secret: %j', (env) => {
    expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)/)
    expect(() => readConfig(env)).toThrow(ConfigError)
  })
})

test.each(['10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.0/', '*'])('%s is no network', (value) => {
  expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(ConfigError)
})

describe('a .env file', () => {
  const withFile = (text: string, check: (file: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'amanat-env-'))
    const file = join(folder, '.env')
    writeFileSync(file, text)
    try {
      check(file)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('sets what the environment does not', () => {
    withFile('# mine\nPORT=4000\nMAIL_FROM="a@b.example"\nSMTP_URL=\n', (file) => {
      const env = readEnvironment({ PORT: '5000', HOST: '0.0.0.0' }, file)
      expect(readConfig(env)).toMatchObject({
        ...{ port: 5000, host: '0.0.0.0', mailFrom: 'a@b.example', smtpUrl: undefined },
      })
    })
  })
  test('is named by ENV_FILE, or need not be there', () => {
    withFile('PORT=4000', (file) => {
      expect(readConfig(readEnvironment({ ENV_FILE: file })).port).toBe(4000)
      expect(readConfig(readEnvironment({ ENV_FILE: `${file}.none` })).port).toBe(3000)
      expect(readConfig(readEnvironment({ ENV_FILE: '/dev/null' })).port).toBe(3000)
    })
  })
  test('that cannot be read stops the start', () => {
    expect(() => readEnvironment({ ENV_FILE: tmpdir() })).toThrow(/ cannot be read: EISDIR/)
    expect(() => readEnvironment({ ENV_FILE: tmpdir() })).toThrow(ConfigError)
  })
  test('that is a copy of .env.example changes nothing', () => {
    const example = parseEnv(readFileSync(join(packageRoot, '.env.example'), 'utf8'))
    expect(readConfig(example)).toEqual(readConfig({}))
  })
})
