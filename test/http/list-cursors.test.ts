/** Lists with a cursor: nothing is missed and nothing met twice, whatever is added between two pages. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { type Person, person } from '#test/support/people.ts'
import { receiving } from '#test/support/webhooks.ts'

const app = useApp({ settings: receiving })
let seller: Person
beforeAll(async () => {
  seller = await person(app, 'Seller')
})

interface Page {
  readonly data: readonly { readonly id: string; readonly title?: string }[]
  readonly next: string | null
}

const offer = (title: string, who = seller) =>
  app.call('POST', '/api/links', {
    token: who.token,
    body: { track: 'shopping', title, amount: 900, stock: 5 },
  })

const read = (path: string, query: Record<string, string>, who = seller) =>
  app.call('GET', `${path}?${new URLSearchParams(query)}`, { token: who.token })

async function pageOf(path: string, query: Record<string, string>): Promise<Page> {
  const { status, body } = await read(path, query)
  expect(status).toBe(200)
  return body
}

/** Page after page, with something added between them. */
async function readAll(path: string, limit: number, between: () => Promise<unknown>): Promise<Page['data']> {
  const entries: Page['data'][number][] = []
  let after: string | null = null
  do {
    const page: Page = await pageOf(path, { limit: String(limit), ...(after === null ? {} : { after }) })
    expect(page.data.length).toBeLessThanOrEqual(limit)
    entries.push(...page.data)
    after = page.next
    await between()
  } while (after !== null && entries.length < 50)
  return entries
}

describe('the links of a Seller', () => {
  it('are each met once, newest first, while others are made between the pages', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await offer(title)
    // made in one moment: the order among them is the same on every page
    await app.db.ownerPool.query(
      "update offer_link set created_at = '2026-01-01' where title in ('Two', 'Three')",
    )
    const { body: whole } = await read('/api/links', {})
    expect(whole.next).toBeNull()
    let count = 0
    const entries = await readAll('/api/links', 2, async () => {
      count += 1
      await offer(`Later ${'abcdef'[count]}`)
    })
    expect(entries.map(({ id }) => id)).toEqual((whole as Page).data.map(({ id }) => id))
    expect(count).toBe(3)
  })

  it('are said to be over on a last page that is full', async () => {
    const other = await person(app, 'Seller')
    for (const title of ['One', 'Two']) await offer(title, other)
    const { body } = await read('/api/links', { limit: '2' }, other)
    expect([body.data.length, body.next]).toEqual([2, null])
  })
})

describe('the messages of a webhook', () => {
  it('are each met once while others are sent', async () => {
    const { token } = seller
    const { body: shop } = await app.call('POST', '/api/apps', { token, body: { name: 'Shop' } })
    const hooks = `/api/apps/${shop.id}/webhooks`
    const body = { url: 'http://127.0.0.1:9/', types: ['*'] }
    const { body: hook } = await app.call('POST', hooks, { token, body })
    const test = () => app.call('POST', `${hooks}/${hook.id}/test`, { token })
    const sent: string[] = []
    for (let count = 0; count < 5; count += 1) sent.unshift((await test()).body.id)
    const entries = await readAll(`${hooks}/${hook.id}/messages`, 2, test)
    expect(entries.map(({ id }) => id)).toEqual(sent)
  })
})

describe('a cursor that this list did not give', () => {
  it.each(['nonsense', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA', ' ', 'x'.repeat(200)])(
    '%j is refused',
    async (after) => {
      const { status, body } = await read('/api/links', { after })
      expect([status, body.code]).toEqual([400, 'wrong_cursor'])
    },
  )

  it('somebody else’s is, and one with a letter changed', async () => {
    const other = await person(app, 'Seller')
    for (const title of ['One', 'Two']) await offer(title, other)
    const { next } = (await read('/api/links', { limit: '1' }, other)).body as { next: string }
    expect((await read('/api/links', { after: next }, other)).status).toBe(200)
    expect((await read('/api/links', { after: next })).body.code).toBe('wrong_cursor')
    const changed = `${next.slice(0, -1)}${next.endsWith('A') ? 'Q' : 'A'}`
    expect((await read('/api/links', { after: changed }, other)).body.code).toBe('wrong_cursor')
  })

  it.each(['0', '101', 'all'])('limit %s is no number of entries', async (limit) => {
    const { status, body } = await read('/api/links', { limit })
    expect([status, Object.keys(body)]).toEqual([400, ['limit']])
  })
})
