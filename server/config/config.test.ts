import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '#server/lib/operator-error.ts'
import { packageRoot } from '#server/lib/paths.ts'
import { readConfig, readEnvironment, SETTING_NAMES } from './config.ts'
import { mistakenNames } from './setting-names.ts'

const UPI = {
  ...{ PAYMENTS: 'upi', UPI_ID: 'amanat@bank', UPI_NAME: 'Amanat', UPI_PAYEE_KIND: 'merchant' },
  ...{ CUSTODY: 'own_account', I_HOLD_OTHER_PEOPLES_MONEY: '1', BANK_ACCOUNTS: '/etc/accounts.json' },
}

const RAZORPAY = {
  ...{
    PAYMENTS: 'razorpay',
    CUSTODY: 'bank_escrow',
    OTP: 'msg91',
    MSG91_AUTH_KEY: 'k',
    MSG91_TEMPLATE_ID: 't',
  },
  ...{
    RAZORPAY_KEY_ID: 'rzp_test_x',
    RAZORPAY_KEY_SECRET: 'key secret',
    RAZORPAY_X_ACCOUNT: '7878780080316316',
  },
  ...{ RAZORPAY_WEBHOOK_SECRET: 'new-secret, old-secret', RAZORPAY_X_WEBHOOK_SECRET: 'x-secret' },
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
}

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({
    ...{ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' },
    ...{ databaseUrl: undefined, dataDir: resolve('data'), payments: ['sandbox'], rateLimitFactor: 1 },
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
  [
    { DATABASE_URL: 'postgresql://a:b@one,two:5433/x?sslmode=require&target_session_attrs=read-write' },
    { databaseUrl: 'postgresql://a:b@one/x?sslmode=require&hosts=one%3A5432%2Ctwo%3A5433' },
  ],
  [{ DEMO: '0' }, { demo: false }],
  [{}, { role: 'all' }],
  [{ ROLE: 'jobs' }, { role: 'jobs' }],
  [{}, { migrate: true, ownerUrl: undefined, allowedHosts: [], hasApiDocs: true, logAccess: false }],
  [
    { MIGRATE: '0', LOG_ACCESS: '1' },
    { migrate: false, logAccess: true },
  ],
  [{ DATABASE_URL: 'postgres://a@db/x' }, { ownerUrl: 'postgres://a@db/x' }],
  [{ MIGRATE_URL: 'postgres://a@db/x' }, { databaseUrl: 'postgres://a@db/x', ownerUrl: 'postgres://a@db/x' }],
  [
    { DATABASE_URL: 'postgres://web@db/x', MIGRATE_URL: 'postgres://owner@db/x' },
    { databaseUrl: 'postgres://web@db/x', ownerUrl: 'postgres://owner@db/x' },
  ],
  [
    { ALLOWED_HOSTS: 'Amanat.internal:3000 10.1.2.3:3000,[fd00::1]:3000' },
    { allowedHosts: ['amanat.internal:3000', '10.1.2.3:3000', '[fd00::1]:3000'] },
  ],
  [{ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }, { hasApiDocs: false }],
  [{ NODE_ENV: 'production', ALLOW_SANDBOX: '1', API_DOCS: '1' }, { hasApiDocs: true }],
  [
    { TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16 fd00::/8' },
    { trustedProxies: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'] },
  ],
  [{ RATE_LIMIT_FACTOR: '1000' }, { rateLimitFactor: 1000 }],
  [{ CHAT_URL: 'https://chat.example/{form_pk}' }, { chatUrl: 'https://chat.example/{form_pk}' }],
  [
    { NODE_ENV: 'production', ALLOW_SANDBOX: '1' },
    { payments: ['sandbox'], isTrial: true, realRail: undefined, isProduction: true },
  ],
  [
    {
      ...{ ...UPI, UPI_MCC: '6513', CUSTODY: 'bank_escrow', I_HOLD_OTHER_PEOPLES_MONEY: '' },
      ...{ OTP: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' },
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    {
      ...{ dataKey: Buffer.alloc(32, 7), payments: ['upi'], realRail: 'upi', isTrial: false },
      ...{ upi: { id: 'amanat@bank', name: 'Amanat', payeeKind: 'merchant', merchantCategory: '6513' } },
      custody: 'bank_escrow',
    },
  ],
  // while it is tried, what real money needs may be missing
  [
    { ...UPI, PAYMENTS: 'upi, sandbox', OTP: 'sandbox', RATE_LIMIT_FACTOR: '5' },
    { payments: ['upi', 'sandbox'], realRail: 'upi', isTrial: true, dataKey: undefined },
  ],
  [
    { ...RAZORPAY, RAZORPAY_BASE_URL: 'http://127.0.0.1:4010' },
    {
      ...{ payments: ['razorpay'], realRail: 'razorpay', isTrial: false, custody: 'bank_escrow' },
      razorpay: {
        ...{ keyId: 'rzp_test_x', keySecret: 'key secret', accountNumber: '7878780080316316' },
        ...{ webhookSecrets: ['new-secret', 'old-secret', 'x-secret'], baseUrl: 'http://127.0.0.1:4010' },
      },
    },
  ],
  [{ PAYMENTS: 'SANDBOX' }, { payments: ['sandbox'], custody: undefined }],
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
    [
      { PAYMENTS: 'cash' },
      'PAYMENTS must be a list of sandbox, upi, razorpay and cashfree; the first is what people pay by, and is "cash".',
    ],
    [{ PAYMENTS: 'upi upi' }, /^PAYMENTS must be a list/],
    [{ PAYMENTS: ',' }, /^PAYMENTS must be a list/],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1, and is "yes".'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number from 0.01 to 1000000, and is "0".'],
    [{ ADMIN_PHONE: '12' }, 'ADMIN_PHONE must be a 10-digit mobile number, and is "12".'],
    [{ ADMIN_PHONE: '9876543210' }, /^ADMIN_EMAIL, ADMIN_PASSWORD must be set: .* go together\.$/],
    [{ PAYMENTS: 'sandbox,upi' }, 'UPI_ID, UPI_NAME, UPI_PAYEE_KIND must be set with PAYMENTS=upi.'],
    [{ ...UPI, UPI_PAYEE_KIND: 'shop' }, /^UPI_PAYEE_KIND must be merchant or personal, .* and is "shop"\.$/],
    [
      { ...UPI, UPI_NAME: 'Amanat & Co' },
      /^UPI_NAME must be a name of at most 40 letters, digits and blanks/,
    ],
    [{ ...UPI, UPI_MCC: '12' }, /^UPI_MCC must be the 4 digits/],
    [{ ...UPI, CUSTODY: '' }, 'CUSTODY must be set with PAYMENTS=upi.'],
    [{ ...UPI, CUSTODY: 'mine' }, /^CUSTODY must be psp_hold, bank_escrow, own_account, and is "mine"\.$/],
    [{ ...UPI, CUSTODY: 'psp_hold' }, /^CUSTODY=psp_hold needs a provider .* PAYMENTS=upi does not/],
    [
      { ...UPI, I_HOLD_OTHER_PEOPLES_MONEY: '0' },
      /^CUSTODY=own_account holds other people's money .* set I_HOLD_OTHER_PEOPLES_MONEY=1 /,
    ],
    [
      { ...UPI, PAYMENTS: 'upi,sandbox' },
      'PAYMENTS=upi moves real money and needs checked phone numbers: set OTP to msg91, whatsapp or twilio.',
    ],
    [{ ...UPI, OTP: 'sandbox' }, /set OTP to msg91/],
    [
      {
        ...UPI,
        ...{ OTP: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' },
      },
      'DATA_KEY must be set with PAYMENTS=upi.',
    ],
    [{ DATA_KEY: 'c2hvcnQ=' }, /^DATA_KEY must be 32 random bytes in base64[^"]*\.$/],
    [{ OTP: 'sandbox,msg91' }, /^OTP must be off, sandbox, or a list of .* and is "sandbox,msg91"\.$/],
    [{ OTP: 'sms' }, /^OTP must be /],
    [
      { ALLOWED_HOSTS: 'https://amanat.example' },
      /^ALLOWED_HOSTS must be hosts .* and is "https:\/\/amanat\.example"\.$/,
    ],
    [{ MIGRATE_URL: 'owner@db/x' }, 'MIGRATE_URL must be postgresql://owner:password@host:port/database.'],
    [{ ROLE: 'worker' }, 'ROLE must be all, web or jobs, and is "worker".'],
    [{ DATABASE_CONNECTIONS: '3' }, /^DATABASE_CONNECTIONS must be a whole number from 4 to 100/],
    [{ DATABASE_TIMEOUT_MS: '5' }, /^DATABASE_TIMEOUT_MS must be /],
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
    [{ NODE_ENV: 'production', ALLOW_SANDBOX: '1', WEBHOOK_ALLOW: '127.0.0.1' }, /^WEBHOOK_ALLOW .* tests/],
    [{ NODE_ENV: 'production' }, /^PAYMENTS=sandbox plays with pretended money .* ALLOW_SANDBOX=1\.$/],
    [{ RATE_LIMIT_FACTOR: '2', ...UPI }, 'RATE_LIMIT_FACTOR may be above 1 with PAYMENTS=sandbox only.'],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(message)
  })

  test.each([
    { DATABASE_URL: 'mysql://root:hunter2@db/x' },
    { DATABASE_URL: 'postgresql://a:hunter2@one,/x' },
    { DATABASE_URL: 'postgresql://a:hunter2@one,two/x?target_session_attrs=standby' },
    { SMTP_URL: 'http://me:hunter2@mail' },
    { ADMIN_PASSWORD: 'hunter2' },
  ])('that keeps the secret: %j', (env) => {
    expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)/)
    expect(() => readConfig(env)).toThrow(ConfigError)
  })
})

const CASHFREE = {
  ...{ ...RAZORPAY, PAYMENTS: 'cashfree', CASHFREE_ENVIRONMENT: 'sandbox' },
  ...{ CASHFREE_CLIENT_ID: 'TEST12345678', CASHFREE_CLIENT_SECRET: 'pg-secret' },
  ...{ CASHFREE_PAYOUT_CLIENT_ID: 'CF123456', CASHFREE_PAYOUT_CLIENT_SECRET: 'payout-secret' },
}

describe('Cashfree', () => {
  test('has keys of the gateway and of payouts, and older secrets while they are changed', () => {
    const { payments, cashfree } = readConfig({ ...CASHFREE, CASHFREE_OLD_SECRET: 'old-secret' })
    expect(payments).toEqual(['cashfree'])
    expect(cashfree).toEqual({
      pg: { clientId: 'TEST12345678', clientSecret: 'pg-secret' },
      payout: { clientId: 'CF123456', clientSecret: 'payout-secret' },
      ...{ environment: 'sandbox', oldSecrets: ['old-secret'], baseUrl: undefined },
    })
  })

  test.each([
    [{ CASHFREE_CLIENT_SECRET: '' }, 'CASHFREE_CLIENT_SECRET must be set with PAYMENTS=cashfree.'],
    [{ CASHFREE_ENVIRONMENT: 'test' }, /^CASHFREE_ENVIRONMENT must be production or sandbox/],
    [{ CASHFREE_OLD_SECRET: 'short' }, /^CASHFREE_OLD_SECRET must be up to two older client secrets/],
    [{ CASHFREE_BASE_URL: 'https://cashfree.example' }, /^CASHFREE_BASE_URL must be the address of the fake/],
    [{ CUSTODY: 'psp_hold' }, /^CUSTODY=psp_hold needs a provider .* PAYMENTS=cashfree does not/],
    [{ NODE_ENV: 'production' }, /^CASHFREE_ENVIRONMENT is sandbox and NODE_ENV is production/],
    [
      {
        ...{ NODE_ENV: 'production', CASHFREE_ENVIRONMENT: 'production' },
        CASHFREE_BASE_URL: 'http://127.0.0.1:4011',
      },
      /^CASHFREE_BASE_URL names a pretended provider and NODE_ENV is production/,
    ],
  ])('is refused in one line: %j', (env, message) => {
    expect(() => readConfig({ ...CASHFREE, ...env })).toThrow(message)
  })
})

const ROUTE = {
  ...{ CUSTODY: 'psp_hold', RAZORPAY_ROUTE_CATEGORY: 'ecommerce', RAZORPAY_ROUTE_HOLD_DAYS: '120' },
  RAZORPAY_ROUTE_SUBCATEGORY: 'ecommerce_marketplace',
  RAZORPAY_ROUTE_BUSINESS_TYPES: 'individual, proprietorship',
}

test('Razorpay that holds the money of deals needs no account of RazorpayX', () => {
  const held = { ...RAZORPAY, ...ROUTE, RAZORPAY_X_ACCOUNT: '', RAZORPAY_X_WEBHOOK_SECRET: '' }
  expect(readConfig({ ...held, RAZORPAY_FLOAT_PAISE: '500000' })).toMatchObject({
    custody: 'psp_hold',
    razorpay: {
      floatPaise: 500_000,
      route: { category: 'ecommerce', businessTypes: ['individual', 'proprietorship'], holdDays: 120 },
    },
  })
})

describe('Razorpay is refused in one line', () => {
  test.each([
    [
      { PAYMENTS: 'razorpay', RAZORPAY_KEY_ID: 'rzp_test_x' },
      /^RAZORPAY_KEY_SECRET, .* must be set with PAYMENTS=razorpay\. See \.env\.example\.$/,
    ],
    [
      { ...RAZORPAY, RAZORPAY_X_WEBHOOK_SECRET: '' },
      'RAZORPAY_X_WEBHOOK_SECRET must be set with PAYMENTS=razorpay.',
    ],
    [
      { ...RAZORPAY, RAZORPAY_KEY_ID: 'key' },
      'RAZORPAY_KEY_ID must be the key id, rzp_live_… or rzp_test_….',
    ],
    [
      { ...RAZORPAY, RAZORPAY_WEBHOOK_SECRET: 'a b' },
      /^RAZORPAY_WEBHOOK_SECRET must be a secret of 8 .* first\.$/,
    ],
    [
      { ...RAZORPAY, RAZORPAY_BASE_URL: 'https://razorpay.example' },
      /^RAZORPAY_BASE_URL must be the address of the fake on this machine/,
    ],
    [{ ...RAZORPAY, CUSTODY: 'psp_hold' }, /^RAZORPAY_ROUTE_CATEGORY, .* must be set with CUSTODY=psp_hold/],
    [
      { ...RAZORPAY, ...ROUTE, RAZORPAY_ROUTE_BUSINESS_TYPES: 'individual, llp' },
      /^RAZORPAY_ROUTE_BUSINESS_TYPES must be which forms of business/,
    ],
    [{ ...RAZORPAY, NODE_ENV: 'production' }, /^RAZORPAY_KEY_ID is a test key and NODE_ENV is production/],
    [
      {
        ...{ ...RAZORPAY, NODE_ENV: 'production', RAZORPAY_KEY_ID: 'rzp_live_x' },
        RAZORPAY_BASE_URL: 'http://127.0.0.1:4010',
      },
      /^RAZORPAY_BASE_URL names a pretended provider and NODE_ENV is production/,
    ],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})

test.each(['10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.0/', '*'])('%s is no network', (value) => {
  expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(ConfigError)
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-secret-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')

  test.each([
    ['METRICS_TOKEN', '0123456789abcdef', { metricsToken: '0123456789abcdef' }],
    ['DATABASE_URL', 'postgresql://a:b@db/x', { databaseUrl: 'postgresql://a:b@db/x' }],
    ['SMTP_URL', 'smtps://me:pw@mail', { smtpUrl: 'smtps://me:pw@mail' }],
    ['DATA_KEY', Buffer.alloc(32, 7).toString('base64'), { dataKey: Buffer.alloc(32, 7) }],
  ])('%s_FILE', (name, value, expected) => {
    writeFileSync(file, `${value}\n`)
    expect(readConfig({ [`${name}_FILE`]: file })).toMatchObject(expected)
    expect(() => readConfig({ [`${name}_FILE`]: file, [name]: value })).toThrow(
      `${name} and ${name}_FILE are both set: one is enough.`,
    )
  })
  test('that cannot be read, or is wrong, is one line without the secret', () => {
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      /^SMTP_URL_FILE cannot be read: ENOENT/,
    )
    writeFileSync(file, '\n')
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN'])
      expect(() => readConfig({ [`${name}_FILE`]: file })).toThrow(`${name}_FILE names an empty file.`)
    writeFileSync(file, 'hunter2')
    expect(() => readConfig({ METRICS_TOKEN_FILE: file })).toThrow(/^METRICS_TOKEN must be (?!.*hunter2)/)
  })
})

test('what production starts without, to its operator’s surprise, is told', () => {
  expect(readConfig({}).gaps).toEqual([])
  const env = { NODE_ENV: 'production', ALLOW_SANDBOX: '1', DATA_DIR: '/srv/amanat' }
  expect(readConfig(env).gaps).toEqual([
    'PUBLIC_URL is not set: links in mails and of deals begin with http://127.0.0.1:3000',
    'SMTP_URL is not set: mails reach nobody and are written to /srv/amanat/outbox',
  ])
  const whole = { ...env, PUBLIC_URL: 'https://amanat.example', SMTP_URL: 'smtps://me:pw@mail' }
  expect(readConfig(whole).gaps).toEqual([])
})

describe('a name that was meant to be another', () => {
  test.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXY is no setting and is ignored; is it TRUSTED_PROXIES?'],
    ['DATABSE_URL', 'DATABSE_URL is no setting and is ignored; is it DATABASE_URL?'],
    ['PUBLIC_URI', 'PUBLIC_URI is no setting and is ignored; is it PUBLIC_URL?'],
    ['TWILIO_NUMBER', 'TWILIO_NUMBER is no setting and is ignored.'],
    ['BACKUP_RECIPIENT', 'BACKUP_RECIPIENT is no setting and is ignored; is it BACKUP_RECIPIENTS?'],
    ...['BACKUP_RETENTION', 'CLAMD_HOST', 'VAPID_KEY', 'DRILL_DIR', 'METRICS_PORT'].map(
      (name) => [name, `${name} is no setting and is ignored.`] as [string, string],
    ),
    ['SMTP_URL_FILES', 'SMTP_URL_FILES is no setting and is ignored; is it SMTP_URL_FILE?'],
  ])('%s', (name, line) => {
    expect(mistakenNames({ [name]: 'x' }, SETTING_NAMES)).toEqual([line])
    expect(mistakenNames({ [name]: '' }, SETTING_NAMES)).toEqual([])
  })
  test('is not what a shell, npm or an orchestrator sets', () => {
    const usual = ['PATH', 'HOME', 'HOSTNAME', 'LOGNAME', 'MAIL', 'LANG', 'TERM', 'PWD', 'npm_config_cache']
    const cluster = [
      'KUBERNETES_PORT',
      'AMANAT_SERVICE_HOST',
      'AMANAT_PORT_3000_TCP',
      'NODE_OPTIONS',
      'INIT_CWD',
    ]
    const names = [...usual, ...cluster, ...SETTING_NAMES]
    expect(mistakenNames(Object.fromEntries(names.map((name) => [name, 'x'])), SETTING_NAMES)).toEqual([])
  })
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
      expect(readConfig(readEnvironment({}, `${file}.none`)).port).toBe(3000)
      expect(readConfig(readEnvironment({ ENV_FILE: '/dev/null' })).port).toBe(3000)
    })
  })
  test('that cannot be read, or is not where ENV_FILE says, stops the start', () => {
    expect(() => readEnvironment({ ENV_FILE: '/nowhere/.env' })).toThrow(
      'ENV_FILE names /nowhere/.env, which is not there.',
    )
    expect(() => readEnvironment({ ENV_FILE: tmpdir() })).toThrow(/ cannot be read: EISDIR/)
    expect(() => readEnvironment({ ENV_FILE: tmpdir() })).toThrow(ConfigError)
  })
  test('that is a copy of .env.example changes nothing, and names every setting', () => {
    const example = parseEnv(readFileSync(join(packageRoot, '.env.example'), 'utf8'))
    const left = SETTING_NAMES.filter((name) => !name.endsWith('_FILE') && !(name in example))
    // set by whoever starts the process; rails that are not built yet
    expect(left.filter((name) => !/^(UPI|RAZORPAY|CASHFREE)_/.test(name))).toEqual(['NODE_ENV'])
    expect(mistakenNames(example, SETTING_NAMES)).toEqual([])
    expect(readConfig(example)).toEqual(readConfig({}))
  })
})
