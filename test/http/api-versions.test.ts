/** Dated versions of the wire contract: what a program was responseHeaders on the day it was written, it is responseHeaders today. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { API_VERSIONS, CURRENT_VERSION } from '#core/api-versions.ts'
import { useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { type WalkedAnswers, walkWithKeys } from '#test/support/openapi/key-walk.ts'
import { normalised } from '#test/support/openapi/normalised.ts'
import { person } from '#test/support/people.ts'
import { receiving } from '#test/support/webhooks.ts'

const app = useApp({ settings: receiving })

const fileOf = (version: string): string => join('test', 'fixtures', 'api-versions', `${version}.json`)

/** Without the counts of stand-ins: a new field with an id of its own moves those behind it. */
const withoutCounts = (answers: unknown): unknown =>
  JSON.parse(
    JSON.stringify(normalised(answers))
      .replace(/(EXAMPLE|person|98765432|0{8})\d+/g, '$1')
      .replace(/("(?:\w+_)?id":)\d+/g, '$10')
      .replace(/2026-12-\d\d(?:T[\d:.]+Z)?/g, 'a moment')
      .replace(/Shop [a-j]+/g, 'Shop'),
  )

async function recordedOf(version: string, today: WalkedAnswers): Promise<Record<string, object>> {
  const file = fileOf(version)
  // once, on the day the version begins: what was recorded is never recorded anew
  if (process.env.RECORD_EXAMPLES && !existsSync(file))
    writeFileSync(file, `${JSON.stringify(normalised(today), null, 1)}\n`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe.each(API_VERSIONS)('the answers of version %s', (version) => {
  it('are given today, each with all that it had', async () => {
    const today = await walkWithKeys(app, version)
    const recorded = await recordedOf(version, today)
    expect(Object.keys(today)).toEqual(Object.keys(recorded))
    expect(withoutCounts(today)).toMatchObject(withoutCounts(recorded) as object)
  })
})

describe('which version', () => {
  const ask = async (headers: Record<string, string>, url = '/api/links') => {
    const { status, body, headers: responseHeaders } = await app.call('GET', url, { headers })
    const names = ['amanat-version', 'deprecation', 'sunset']
    return { status, body, versions: names.map((name) => responseHeaders[name] ?? null) }
  }

  it('a new app has today’s, and is told so', async () => {
    const seller = await person(app, 'Seller')
    const { key, appId } = await appKey(app, seller, ['links:write'])
    const { body: apps } = await app.call('GET', '/api/apps', { token: seller.token })
    expect(apps).toMatchObject([{ id: appId, version: CURRENT_VERSION }])
    expect(await ask({ authorization: `Bearer ${key}` })).toEqual({
      status: 200,
      body: { data: [], next: null },
      versions: [CURRENT_VERSION, null, null],
    })
  })

  it('an app of earlier keeps its own, is told how long, and may ask for today’s', async () => {
    const { key, appId } = await appKey(app, await person(app, 'Seller'), ['links:write'])
    await app.db.ownerPool.query("update app set version = '2026-11-01' where id = $1", [appId])
    const authorization = `Bearer ${key}`
    expect(await ask({ authorization })).toEqual({
      status: 200,
      body: [],
      versions: ['2026-11-01', '@1795392000', 'Thu, 23 Nov 2028 00:00:00 GMT'],
    })
    const today = await ask({ authorization, 'amanat-version': CURRENT_VERSION })
    expect(today.body).toEqual({ data: [], next: null })
  })

  it('its pages are read by number, as they were', async () => {
    const seller = await person(app, 'Seller')
    for (const title of ['One', 'Two', 'Three'])
      await app.call('POST', '/api/links', {
        token: seller.token,
        body: { track: 'shopping', title, amount: 900 },
      })
    const headers = { authorization: `Token ${seller.token}`, 'amanat-version': '2026-11-01' }
    const { body } = await ask(headers, '/api/links?page=2&page_size=2')
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['One'])
  })

  it('a person who is signed in is responseHeaders as of today, without a word of versions', async () => {
    const { token } = await person(app, 'Seller')
    const reply = await ask({ authorization: `Token ${token}` })
    expect([reply.body, reply.versions]).toEqual([{ data: [], next: null }, [null, null, null]])
  })

  it.each(['2026-11-02', '', 'latest', '2026-11-01, 2026-11-23'])(
    '%j is refused, and nothing is done',
    async (version) => {
      const { token } = await person(app, 'Seller')
      const { status, body } = await app.call('POST', '/api/apps', {
        token,
        body: { name: 'Shop' },
        headers: { 'amanat-version': version },
      })
      expect([status, body.code]).toEqual([400, 'unknown_version'])
      expect((await app.call('GET', '/api/apps', { token })).body).toEqual([])
    },
  )
})
