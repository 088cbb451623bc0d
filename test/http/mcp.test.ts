/** /mcp with the client of the official SDK: what an agent reads and drafts, and that it can move no money. */
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '#core/scopes.ts'
import { HOST, useApp } from '#test/support/app.ts'
import { appKey } from '#test/support/apps.ts'
import { bringTo, look, offerShopping, type Pair, type Person } from '#test/support/people.ts'

const app = useApp()
const clients: Client[] = []
let address = ''
let pair: Pair
let agent: Client

async function connect(owner: Person | null, scopes: readonly Scope[] = SCOPES): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const key = owner && (await appKey(app, owner, scopes)).key
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  // the library's own types disagree about what may be left out
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }) as never,
  )
  clients.push(client)
  return client
}

beforeAll(async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/mcp`
  pair = await offerShopping(app)
  await bringTo(app, pair, 'in_delivery')
  agent = await connect(pair.payer)
})
afterAll(() => Promise.all(clients.map((client) => client.close())))

const use = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [part] = content as { type: string; text: string }[]
  const text = part?.text ?? ''
  return {
    isError: isError === true,
    text,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null,
  }
}

describe('an agent', () => {
  it('is told of seven tools, and none of them moves money', async () => {
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'check_link',
      'draft_deal',
      'explain_rules',
      'find_deal',
      'next_step',
      'open_page',
      'track',
    ])
    for (const { name, annotations } of tools)
      expect([name, annotations?.readOnlyHint]).toEqual([name, name !== 'draft_deal'])
    // the longest title that the call itself takes
    const draft = tools.find(({ name }) => name === 'draft_deal')
    expect(JSON.stringify(draft?.inputSchema)).toContain('What is bought, 2 to 20 characters')
  })

  it('finds a deal, its next step and its parcel', async () => {
    const { body: deals } = await use(agent, 'find_deal')
    expect(deals.map(({ form_pk }: { form_pk: string }) => form_pk)).toEqual([pair.formPk])
    const { body: step } = await use(agent, 'next_step', { form_pk: pair.formPk })
    expect(step).toMatchObject({
      ...{ status: 'in_delivery', me: 'payer', whose_move: ['payee'] },
      open_page: `http://amanat.test/deals/${pair.formPk}`,
    })
    const { body: parcel } = await use(agent, 'track', { form_pk: pair.formPk })
    expect(parcel.tracking.tracking_number).toMatch(/^\d+$/)
    expect(parcel.events.map(({ name }: { name: string }) => name)).toContain('fund')
  })

  it('drafts an offer, which moves nothing', async () => {
    const { body } = await use(agent, 'draft_deal', {
      ...{ title: 'Lamp', amount: 900, seller_phone: pair.payee.phone, seller_business: pair.payee.business },
      ...{ details: 'Brass, 40 cm, with its shade', condition: 'Used, no scratches' },
    })
    const deal = await look(app, pair.payer, body.form_pk)
    expect([deal.status, deal.money.held_paise]).toEqual(['proposed', 0])
    expect(deal.terms).toMatchObject({
      ...{ details: 'Brass, 40 cm, with its shade', condition: 'Used, no scratches' },
    })
    expect(body.open_page).toBe(`http://amanat.test/deals/${body.form_pk}`)
    const wrong = await use(agent, 'draft_deal', {
      ...{ title: '', amount: 900, seller_phone: '12', seller_business: 'Nobody' },
    })
    expect([wrong.isError, Object.keys(wrong.body)]).toEqual([true, expect.arrayContaining(['cpty_phone'])])
  })

  it.each(['pay', 'release', 'cancel', 'complain', 'decide', 'accept_split'])(
    'is given the page where a person does it: %s',
    async (action) => {
      const before = await look(app, pair.payer, pair.formPk)
      const { body } = await use(agent, 'open_page', { form_pk: pair.formPk, action })
      expect(body).toEqual({ done: false, action, open_page: `http://amanat.test/deals/${pair.formPk}` })
      expect((await look(app, pair.payer, pair.formPk)).events).toEqual(before.events)
    },
  )

  it('reads the rules, a link’s genuineness and the lifecycle', async () => {
    expect((await use(agent, 'explain_rules')).isError).toBe(false)
    const { body } = await use(agent, 'check_link', { link: `http://${HOST}/d/${pair.formPk}` })
    expect(body).toMatchObject({ genuine: true, status: 'in_delivery' })
    const { resources } = await agent.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['amanat://policy', 'amanat://lifecycle'])
    const { contents } = await agent.readResource({ uri: 'amanat://lifecycle' })
    expect(JSON.parse((contents[0] as { text: string }).text).length).toBeGreaterThan(40)
  })
})

describe('what an agent may not', () => {
  it('is what its key may not, word for word', async () => {
    const reader = await connect(pair.payer, ['links:write'])
    for (const [name, args] of [
      ['find_deal', {}],
      ['next_step', { form_pk: pair.formPk }],
      ['track', { form_pk: pair.formPk }],
      ['draft_deal', { title: 'Lamp', amount: 9, seller_phone: '9', seller_business: 'S' }],
    ] as const) {
      const { isError, body } = await use(reader, name, args)
      expect([name, isError, body.code]).toEqual([name, true, 'key_scope'])
    }
    const stranger = await connect((await offerShopping(app)).payee)
    const { isError, body } = await use(stranger, 'next_step', { form_pk: pair.formPk })
    expect([isError, body.code]).toEqual([true, 'not_found'])
  })

  it('is to read a deal without a key; what is public is public', async () => {
    const nobody = await connect(null)
    expect((await use(nobody, 'find_deal')).body.code).toBe('unauthenticated')
    expect((await use(nobody, 'explain_rules')).isError).toBe(false)
    expect((await use(nobody, 'next_step', { form_pk: '../auth/user' })).isError).toBe(true)
  })

  it('is to come from a page of somebody else’s', async () => {
    const reply = await app.call('POST', '/mcp', {
      headers: { origin: 'https://evil.example', accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('the transport', () => {
  it('has no stream and no session of its own', async () => {
    for (const method of ['GET', 'DELETE'])
      expect([method, (await fetch(address, { method })).status]).toEqual([method, 405])
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })
})
