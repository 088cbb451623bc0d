// What deploy/ and docs/operations/ name exists: settings, ports, addresses, metrics, files, commands. A sample that has
// aged is worse than none: it is copied without a look.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { MAX_FILE_BYTES } from '#core/files.ts'
import { readConfig, SETTING_NAMES } from '#server/config/config.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { s3Location } from '#server/files/s3-url.ts'
import { EXPIRING_TABLES, type ExpiringTable } from '#server/repositories/retention.ts'
import { ALARM_CAUSES } from '#server/services/circuit-breaker.ts'

const textOf = (file: string): string => readFileSync(file, 'utf8')
const listed = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name))
const samples = listed('deploy').filter((file) => !file.endsWith('secrets'))
const pages = listed('docs/operations')
const matches = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]

test('the folders are not empty', () => {
  expect(samples.length).toBeGreaterThanOrEqual(9)
  expect(pages.length).toBeGreaterThanOrEqual(8)
})

describe('settings', () => {
  /** Of Node.js, of other programs, and of the samples themselves. */
  const FOREIGN = /^(?:NODE_ENV|POSTGRES_\w+|SITE|UPSTREAMS|HEALTHCHECK|CMD-SHELL)$/
  const known = new Set<string>(SETTING_NAMES)
  const named: readonly [file: string, pattern: RegExp][] = [
    ['deploy/Dockerfile', /(?:^ENV |\s)([A-Z][A-Z_]+)=/gm],
    ['deploy/compose.yaml', /^ +([A-Z][A-Z_]+): /gm],
    ['deploy/kubernetes.yaml', /name: ([A-Z][A-Z_]+),/g],
    ['deploy/amanat-backup.service', /(?:^Environment=|\s)([A-Z][A-Z_]+)=/gm],
    ['deploy/amanat-migrate.service', /(?:^Environment=|\s)([A-Z][A-Z_]+)=/gm],
    ['deploy/amanat.service', /(?:^Environment=|\s)([A-Z][A-Z_]+)=/gm],
  ]
  test.each(named)('of %s are settings', (file, pattern) => {
    const names = matches(textOf(file), pattern)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !known.has(name) && !FOREIGN.test(name))).toEqual([])
  })

  test('of the units: the servers have no owner’s login, and see the backups that are written', () => {
    const [server, backup, migration] = ['', '-backup', '-migrate'].map((name) =>
      textOf(`deploy/amanat${name}.service`),
    )
    const folder = /BACKUP_DIR=\S+/.exec(backup ?? '')?.[0]
    expect(server).toMatch(new RegExp(`^Environment=${folder}$`, 'm'))
    expect(server).toMatch(/^Environment=.*\bMIGRATE=0$/m)
    expect(server).not.toMatch(/^(?:Environment|LoadCredential)=.*owner/m)
    expect(migration).toMatch(/^Environment=MIGRATE_URL_FILE=%d\/owner$/m)
  })

  test('that a page sets or names exist', () => {
    const names = pages.flatMap((page) => [
      ...matches(textOf(page), /`([A-Z][A-Z]+(?:_[A-Z]+)+)[`=]/g),
      ...matches(textOf(page), /^([A-Z][A-Z]+(?:_[A-Z]+)+)=/gm),
    ])
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  test('of the samples are taken by the program', () => {
    const url = 'postgresql://a:b@db/x'
    const token = '0123456789abcdef'
    for (const [, value = ''] of textOf('deploy/kubernetes.yaml').matchAll(/name: (\w+, value: .*?) }/g)) {
      const [name = '', text = ''] = value.split(', value: ')
      if (name.endsWith('_FILE')) continue
      const env = { [name]: text.replaceAll('"', ''), ALLOW_SANDBOX: '1' }
      expect(() => readConfig({ ...env, DATABASE_URL: url, METRICS_TOKEN: token }), name).not.toThrow()
    }
  })
})

describe('ports and addresses', () => {
  const port = String(readConfig({}).port)
  test.each([
    ['deploy/Dockerfile', /(?:EXPOSE |PORT=|127\.0\.0\.1:)(\d+)/g],
    ['deploy/kubernetes.yaml', /(?:containerPort: |io\/port: ")(\d+)/g],
    ['deploy/amanat.service', /PORT=(\d+)/g],
    ['deploy/compose.yaml', /server-\w+:(\d+)/g],
    ['deploy/prometheus.yaml', /10\.0\.0\.11:(\d+)/g],
  ])('%s has the port of the program', (file, pattern) => {
    expect(matches(textOf(file), pattern)).toEqual([port])
  })

  test('probes and scrapes ask for what is there', () => {
    const routes = ['server/http/routes/site.ts', 'server/http/routes/metrics.ts'].map(textOf).join()
    const probed = samples.flatMap((file) => matches(textOf(file), /(\/(?:healthz|readyz|metrics))\b/g))
    expect(new Set(probed)).toEqual(new Set(['/healthz', '/readyz', '/metrics']))
    for (const path of probed) expect(routes).toContain(`app.get('${path}'`)
  })

  test('proxies let a file through, and wait for a stream', () => {
    const size = Number(/client_max_body_size (\d+)m/.exec(textOf('deploy/nginx.conf'))?.[1])
    expect(size * 1024 * 1024).toBeGreaterThan(MAX_FILE_BYTES)
    expect(textOf('deploy/Caddyfile')).toContain(`max_size ${size}MB`)
    expect(Number(/proxy_read_timeout (\d+)s/.exec(textOf('deploy/nginx.conf'))?.[1])).toBeGreaterThan(60)
  })

  /** The servers ignore a slash at the end, so a proxy that denies the bare path alone denies nothing. */
  test.each([
    ['deploy/nginx.conf', 'location ~ ^/metrics/?$ { deny all; }'],
    ['deploy/Caddyfile', '@metrics path /metrics /metrics/\n'],
    ['deploy/haproxy.cfg', 'http-request deny if { path,url_dec -m str /metrics /metrics/ }'],
  ])('%s lets nobody at the metrics, however they are written', (file, rule) => {
    expect(textOf('server/app.ts')).toContain('ignoreTrailingSlash: true')
    expect(textOf(file)).toContain(rule)
  })

  test('a stop has the time that a drain may take', () => {
    const drain = Number(
      /MAX_DRAIN_MS = ([\d_]+)/
        .exec(textOf('server/http/plugins/graceful-shutdown.ts'))?.[1]
        ?.replace('_', ''),
    )
    const given = [
      ['deploy/compose.yaml', /stop_grace_period: (\d+)s/],
      ['deploy/kubernetes.yaml', /terminationGracePeriodSeconds: (\d+)/],
      ['deploy/amanat.service', /TimeoutStopSec=(\d+)/],
    ] as const
    for (const [file, pattern] of given) {
      const delay = Number(/STOP_DELAY_MS(?:=|: "|, value: ")(\d+)/.exec(textOf(file))?.[1])
      expect(Number(pattern.exec(textOf(file))?.[1]) * 1000, file).toBeGreaterThan(drain + delay)
    }
  })
})

test('the page of what is deleted names every table of which rows are', () => {
  const words: Record<ExpiringTable, string> = {
    ...{ session: 'sessions, links, codes', password_reset: 'sessions, links, codes' },
    ...{ sign_in_link: 'sessions, links, codes', linked_account_link: 'sessions, links, codes' },
    ...{ complaint_link: 'sessions, links, codes', sign_in_failure: 'failed sign-ins' },
    ...{ known_origin: 'known devices, networks', idempotency: 'answers stored for an idempotency key' },
    ...{ verification: 'codes by SMS', sandbox_code: 'in the sandbox the codes that were shown' },
    ...{ contact_change: 'changes of a number or address', number_claim: 'claims of a number' },
    ...{ rate_limit: 'counters of limits', lead: 'who asked to be called', notification: '| notices |' },
    ...{
      invite: 'invitations',
      deal_request: 'requests for an offer',
      webhook_message: 'messages of webhooks',
    },
    ...{ push_message: 'messages to a device', whatsapp_message: 'by WhatsApp', email: 'copies of mails' },
  }
  const page = textOf('docs/operations/retention.md')
  expect(EXPIRING_TABLES.filter((table) => !page.includes(words[table]))).toEqual([])
})

describe('metrics', () => {
  const sources = [
    ...listed('server/http/metrics'),
    'server/http/routes/metrics.ts',
    'server/services/admin/database-metrics.ts',
  ]
  const declared = new Set(sources.flatMap((file) => matches(textOf(file), /'(amanat_\w+)'/g)))
  const baseOf = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '')

  test.each(['deploy/prometheus-rules.yaml', 'deploy/grafana.json', ...pages])('of %s exist', (file) => {
    // roles of the database have the same beginning
    const names = matches(textOf(file), /\b(amanat_\w+)/g).filter(
      (name) => !/^amanat_(?:app|owner|web)$/.test(name),
    )
    expect(names.filter((name) => !declared.has(name) && !declared.has(baseOf(name)))).toEqual([])
  })

  test('of the program are all on the dashboard', () => {
    const shown = new Set(matches(textOf('deploy/grafana.json'), /\b(amanat_\w+)/g).map(baseOf))
    expect([...declared].filter((name) => !shown.has(name))).toEqual([])
  })

  test('every cause of an alarm rings', () => {
    expect(new Set(matches(textOf('deploy/prometheus-rules.yaml'), /cause="(\w+)"/g))).toEqual(
      new Set(ALARM_CAUSES),
    )
  })
})

describe('compose', () => {
  interface Service {
    readonly environment: Record<string, string>
    readonly healthcheck?: { readonly test: readonly string[] }
    readonly command?: readonly string[]
    readonly networks?: readonly string[]
    readonly secrets?: readonly string[]
    readonly stop_grace_period?: string
  }
  const { services, secrets, networks } = parse(textOf('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    networks: Record<string, { internal?: boolean } | null>
    secrets: Record<string, { file: string }>
  }

  /** One name for two servers is one upstream: what one of them answers while it stops takes both away. */
  test('the proxy knows each server by a name of its own', () => {
    const upstreams = services.proxy?.environment.UPSTREAMS?.split(' ').map((name) => name.split(':')[0])
    const servers = Object.keys(services).filter((name) => name.startsWith('server'))
    expect(servers.length).toBe(2)
    expect(upstreams).toEqual(servers)
    for (const name of servers) expect(services[name]).not.toHaveProperty('deploy')
  })

  /** While the image makes the database PostgreSQL answers on its socket, and nobody reaches it from elsewhere. */
  test('the database is healthy when it answers by TCP', () => {
    expect(services.database?.healthcheck?.test.join(' ')).toMatch(/pg_isready -h 127\.0\.0\.1 /)
  })

  /** Its other ports ask for no key, and the database's are nobody's business outside. */
  test.each(['database', 'store'])('the proxy cannot reach the %s', (name) => {
    expect(services.proxy?.networks).toEqual(['outside'])
    expect(services[name]?.networks).toEqual(['inside'])
    // else by address, where an engine does not keep networks apart
    expect(networks.inside?.internal).toBe(true)
    for (const server of ['server-one', 'server-two']) {
      expect(services[server]?.networks).toEqual(['inside', 'outside'])
    }
  })

  test('the files of both servers are in the bucket that the store makes, by a key that it knows', () => {
    const example = /files_url +(\S+)/.exec(textOf('deploy/compose.yaml'))?.[1] ?? ''
    const { endpoint, bucket, keyId, secret } = s3Location.parse(example)
    expect(endpoint).toBe('http://store:8333')
    expect(services.store?.command).toContain(`-bucket=${bucket}`)
    const identities = textOf('deploy/compose.yaml').split('s3_identities  ')[1] ?? ''
    const given = JSON.parse(/\{.*?\]\}\]\}/.exec(identities.replace(/\n#\s*/g, ''))?.[0] ?? '') as {
      identities: readonly { credentials: readonly unknown[]; actions: readonly string[] }[]
    }
    expect(given.identities[0]?.credentials).toEqual([{ accessKey: keyId, secretKey: secret }])
    expect(given.identities[0]?.actions).toEqual(['Read', 'Write', 'List'].map((verb) => `${verb}:${bucket}`))
    for (const name of ['server-one', 'server-two']) {
      expect(services[name]?.environment.FILES_URL_FILE).toBe('/run/secrets/files_url')
      expect(services[name]?.secrets).toContain('files_url')
    }
  })

  test('the store tells nobody outside of itself, and closes its database before it is killed', () => {
    expect(services.store?.command).toContain('-master.telemetry=false')
    expect(Number.parseInt(services.store?.stop_grace_period ?? '10', 10)).toBeGreaterThan(10 + 5)
  })

  test('every secret is told of at the top', () => {
    const top = textOf('deploy/compose.yaml').split('\nx-settings')[0] ?? ''
    for (const name of Object.keys(secrets)) expect(top).toContain(name)
  })

  test('its secrets get into no commit, image or release', () => {
    const folder = join('deploy', dirname(secrets.owner_url?.file ?? ''))
    expect(folder).toBe('deploy/secrets')
    expect(textOf('.gitignore').split('\n')).toContain(`${folder}/`)
    expect(textOf('.dockerignore').split('\n')).toContain(folder)
    expect(textOf('scripts/release.mjs')).toContain(`'--exclude=${folder}'`)
  })
})

describe('the runbook', () => {
  const alerts = matches(textOf('deploy/prometheus-rules.yaml'), /alert: (\w+)/g)
  const headings = matches(textOf('docs/operations/alarms.md'), /^## (\w+)/gm)

  test('has what to do about every alarm, and no other', () => {
    expect(alerts.length).toBeGreaterThan(15)
    expect(headings).toEqual(alerts)
  })

  test('is where each alarm says', () => {
    const links = matches(textOf('deploy/prometheus-rules.yaml'), /runbook: (\S+)/g)
    expect(links).toEqual(headings.map((name) => `docs/operations/alarms.md#${name.toLowerCase()}`))
  })
})

describe('files and commands', () => {
  const scripts = JSON.parse(textOf('package.json')).scripts as Record<string, string>
  const FILE = /`((?:core|server|web|docs|deploy|bench|test|content)\/[\w./-]*\w)`/g

  test.each(pages)('of %s exist', (page) => {
    const text = textOf(page)
    expect(matches(text, FILE).filter((file) => !existsSync(file))).toEqual([])
    expect(
      matches(text, /\]\(([\w./-]+\.md)\)/g).filter((file) => !existsSync(join('docs/operations', file))),
    ).toEqual([])
    const commands = matches(text, /npm (?:run )?((?!ci\b|run\b)[a-z][\w:-]*)/g)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
    const verbs = matches(text, /npm run admin -- ([\w-]+)/g)
    expect(verbs.filter((verb) => !textOf('scripts/admin.mjs').includes(`'${verb}'`))).toEqual([])
  })

  test('that the image starts and copies are there or are built', () => {
    const dockerfile = textOf('deploy/Dockerfile')
    const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) => line.split(' '))
    expect(copied.filter((file) => !existsSync(file))).toEqual([])
    const programs = samples.flatMap((file) => matches(textOf(file), /(build\/server\/[\w/-]+)\.js/g))
    expect(programs.length).toBeGreaterThan(2)
    expect(programs.filter((file) => !existsSync(`${file.replace('build/', '')}.ts`))).toEqual([])
    // sources that the program reads while it runs, as scripts/release.mjs packs them
    const read = matches(textOf('scripts/release.mjs'), /'(server\/[^']+)'/g)
    expect(read).toContain('server/db/migrations')
    expect(read.filter((file) => !copied.includes(file))).toEqual([])
    expect(readMigrations().length).toBeGreaterThanOrEqual(8)
  })

  test('the dashboard is one', () => {
    const { panels } = JSON.parse(textOf('deploy/grafana.json'))
    expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
  })
})
