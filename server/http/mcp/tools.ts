/**
 * What an agent may do: find, draft, explain, see the next step, track, check a link. Each is a call of the API with the
 * agent's own key, so its scopes, limits and refusals are those of every program. What moves money is no tool: it answers
 * the address of the deal's page, where a person does it.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Deal } from '#core/contract/deals.ts'
import { type LimitedField, limitOf } from '#core/field-limits.ts'
import { FORM_PK } from '#core/ids.ts'
import { ACTIONS, TRANSITIONS } from '#core/lifecycle/transitions.ts'
import { dealLink } from '#core/links.ts'
import { KEY_ACTIONS } from '#core/scopes.ts'

interface ApiAnswer {
  readonly status: number
  readonly body: unknown
}
/** A call of this server's own API with the credentials of whoever asks. */
export type CallApi = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<ApiAnswer>

interface ToolAnswer {
  // the type of the library's answers has an index of its own
  [part: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

const toolText = (value: unknown, isError = false): ToolAnswer => ({
  content: [{ type: 'text', text: JSON.stringify(value, null, 1) }],
  ...(isError ? { isError } : {}),
})

/** A refusal is told as it is: its code says what to do. */
async function answer(
  call: Promise<ApiAnswer>,
  present: (body: never) => unknown = (body) => body,
): Promise<ToolAnswer> {
  const { status, body } = await call
  return status < 300 ? toolText(present(body as never)) : toolText(body, true)
}

/** As the operator has set it: an agent that is told too late has to draft again. */
function lengthOf(field: LimitedField): string {
  const { min, max } = limitOf(field)
  return `${min} to ${max} characters`
}

const MONEY_ACTIONS = [
  'pay',
  ...ACTIONS.filter((action) => !KEY_ACTIONS.includes(action) && action !== 'create'),
]
const formPk = z.string().regex(FORM_PK).describe('The code of a deal, as find_deal answers it')
const reads = { readOnlyHint: true, openWorldHint: false }

export function mcpServer(callApi: CallApi, publicUrl: string): McpServer {
  const server = new McpServer(
    { name: 'amanat', version: '1.0.0' },
    {
      instructions:
        'Deals with held money. Reading and drafting is yours; money is moved by a person, on the page that open_page names.',
    },
  )
  const page = (id: string): string => dealLink(publicUrl, 'en', id)
  const dealOf = (id: string) => callApi('GET', `/api/deals/${id}`)
  addDealTools(server, { callApi, dealOf, page })
  addOpenTools(server, { callApi, page })
  addPapers(server, callApi)
  return server
}

interface Tools {
  readonly callApi: CallApi
  readonly page: (id: string) => string
}

function addDealTools(
  server: McpServer,
  { callApi, dealOf, page }: Tools & { readonly dealOf: (id: string) => Promise<ApiAnswer> },
): void {
  server.registerTool(
    'find_deal',
    {
      description: 'My deals, newest first. Needs the scope deals:read.',
      inputSchema: {
        search: z.string().max(100).optional().describe('Part of a title or of the other party'),
      },
      annotations: reads,
    },
    ({ search }) =>
      answer(
        callApi('GET', `/api/deals?page_size=20${search ? `&search=${encodeURIComponent(search)}` : ''}`),
      ),
  )
  server.registerTool(
    'draft_deal',
    {
      description:
        'Offer a purchase to a registered Seller, as a Buyer. It binds nobody and moves nothing until the Seller accepts and a person pays. Needs the scope deals:write.',
      inputSchema: {
        title: z
          .string()
          .max(200)
          .describe(`What is bought, ${lengthOf('service_details')}; what it is exactly goes into details`),
        details: z
          .string()
          .max(2000)
          .optional()
          .describe('What it is exactly: model, size, what comes with it'),
        condition: z.string().max(100).optional().describe('New or used, and its faults'),
        amount: z.number().describe('Whole rupees'),
        seller_phone: z.string().max(20).describe('Ten digits; of a person registered as a Seller'),
        seller_business: z
          .string()
          .max(100)
          .describe(`Their business as they registered it, ${lengthOf('business_name')}`),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ title, amount, seller_phone, seller_business, details, condition }) =>
      answer(
        callApi('POST', '/api/transactions/shopping', {
          ...{ service_details: title, amount, cpty_phone: seller_phone, cpty_company: seller_business },
          ...{ details, condition },
        }),
        ({ form_pk }: { form_pk: string }) => ({ form_pk, open_page: page(form_pk) }),
      ),
  )
  server.registerTool(
    'next_step',
    {
      description:
        'Whose move it is in a deal, until when, and what would happen. Needs the scope deals:read.',
      inputSchema: { form_pk: formPk },
      annotations: reads,
    },
    ({ form_pk }) =>
      answer(dealOf(form_pk), ({ status, me, whose_move, due_at, lapse, actions }: Deal) => ({
        ...{ status, me, whose_move, due_at, if_nobody_moves: lapse },
        actions: actions.map(({ name }) => name),
        open_page: page(form_pk),
      })),
  )
  server.registerTool(
    'track',
    {
      description: 'Where the parcel of a deal is, and what happened so far. Needs the scope deals:read.',
      inputSchema: { form_pk: formPk },
      annotations: reads,
    },
    ({ form_pk }) =>
      answer(dealOf(form_pk), ({ status, tracking, return_tracking, events }: Deal) => ({
        ...{ status, tracking, return_tracking },
        events: events.map(({ name, by, at }) => ({ name, by, at })),
      })),
  )
}

function addOpenTools(server: McpServer, { callApi, page }: Tools): void {
  server.registerTool(
    'open_page',
    {
      description:
        'For whatever moves money or answers a complaint: the address of the page where a person does it. Nothing is done by this tool.',
      inputSchema: { form_pk: formPk, action: z.enum(MONEY_ACTIONS as [string, ...string[]]) },
      annotations: reads,
    },
    async ({ form_pk, action }) => toolText({ done: false, action, open_page: page(form_pk) }),
  )
  server.registerTool(
    'explain_rules',
    { description: 'The rules and fees in force, in figures.', inputSchema: {}, annotations: reads },
    () => answer(callApi('GET', '/api/policy')),
  )
  server.registerTool(
    'check_link',
    {
      description:
        'Whether a link or code is one of this server’s: of a deal how far it is, of an offer link the shop and the price. Nothing personal.',
      inputSchema: { link: z.string().min(1).max(500) },
      annotations: reads,
    },
    ({ link }) => answer(callApi('GET', `/api/verify?code=${encodeURIComponent(link)}`)),
  )
}

function addPapers(server: McpServer, callApi: CallApi): void {
  const json = (uri: URL, value: unknown) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }],
  })
  const mimeType = 'application/json'
  server.registerResource(
    'policy',
    'amanat://policy',
    { description: 'The rules and fees in force', mimeType },
    async (uri) => json(uri, (await callApi('GET', '/api/policy')).body),
  )
  server.registerResource(
    'lifecycle',
    'amanat://lifecycle',
    { description: 'Every move of a deal: from, what, to, and where the money goes', mimeType },
    (uri) => json(uri, TRANSITIONS),
  )
}
