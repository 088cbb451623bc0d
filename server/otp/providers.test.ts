/**
 * The clients of the providers against a server that answers as their pages say. What is compared is the whole request;
 * each answer names its page. None of it was tried against the real services.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callProvider } from '#server/lib/provider-call.ts'
import type { CodeSender } from './code-sender.ts'
import { msg91 } from './msg91.ts'
import { twilio } from './twilio.ts'
import { whatsapp } from './whatsapp.ts'

interface SeenRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
interface FakeAnswer {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Never answers, or ends in the middle. */
  readonly fault?: 'silent' | 'cut'
}

let server: Server
let baseUrl = ''
let answer: FakeAnswer = {}
let requests: SeenRequest[] = []

beforeAll(async () => {
  server = createServer((incoming, reply) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    incoming.on('end', () => {
      requests.push({ path: incoming.url ?? '', headers: incoming.headers, body })
      if (answer.fault === 'silent') return
      reply.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      if (answer.fault === 'cut') return void reply.write('{"type":', () => reply.destroy())
      reply.end(answer.body ?? '')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  answer = {}
})

const ORDER = { to: '9876543210', code: '482913', locale: 'hi' } as const
const senders: Record<'msg91' | 'whatsapp' | 'twilio', () => CodeSender> = {
  msg91: () => msg91({ authKey: 'key-1', templateId: 'tpl-1', variable: 'OTP' }, baseUrl),
  whatsapp: () =>
    whatsapp(
      { token: 'tok-1', phoneNumberId: '106540352242922', template: 'code', version: 'v23.0' },
      baseUrl,
    ),
  twilio: () => twilio({ accountSid: 'AC1', authToken: 'secret', serviceSid: 'VA1' }, baseUrl),
}

/** control.msg91.com/apidoc/textsms/send-sms-flow.php: sample output. */
const MSG91_SENT = '{"message":"5762846b4f8d285d378b4567","type":"success"}'
const msg91Error = (message: string) => JSON.stringify({ message, type: 'error' })
/** developers.facebook.com, Cloud API, Messages: sample response. */
const WHATSAPP_SENT = JSON.stringify({
  messaging_product: 'whatsapp',
  contacts: [{ input: '919876543210', wa_id: '919876543210' }],
  messages: [{ id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBJCOTY3NDc0NDFDRUI3NTA0Q0UA' }],
})
/** twilio.com/docs/verify/api/verification and /verification-check: the fields that are told. */
const twilioVerification = (status: string) =>
  JSON.stringify({
    sid: 'VE1',
    service_sid: 'VA1',
    to: '+919876543210',
    channel: 'sms',
    status,
    valid: false,
  })
/** The same page: an expired, approved or too often tried one is gone. */
const TWILIO_GONE = JSON.stringify({
  code: 20404,
  message: 'The requested resource /Services/VA1/VerificationCheck was not found',
  status: 404,
})

describe('what is sent', () => {
  it('to MSG91: our own code as the variable of a registered template', async () => {
    answer = { body: MSG91_SENT }
    expect(await senders.msg91().send(ORDER)).toEqual({ is: 'done', providerRef: '5762846b4f8d285d378b4567' })
    const [request] = requests
    expect([request?.path, request?.headers.authkey]).toEqual(['/api/v5/flow', 'key-1'])
    expect(JSON.parse(request?.body ?? '')).toEqual({
      template_id: 'tpl-1',
      recipients: [{ mobiles: '919876543210', OTP: '482913' }],
    })
  })

  it('to WhatsApp: an authentication template in the person’s language, the code in its text and its button', async () => {
    answer = { body: WHATSAPP_SENT }
    expect(await senders.whatsapp().send(ORDER)).toMatchObject({
      is: 'done',
      providerRef: expect.stringMatching(/^wamid\./),
    })
    const [request] = requests
    expect([request?.path, request?.headers.authorization]).toEqual([
      '/v23.0/106540352242922/messages',
      'Bearer tok-1',
    ])
    const parameters = [{ type: 'text', text: '482913' }]
    expect(JSON.parse(request?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '919876543210',
      type: 'template',
      template: {
        name: 'code',
        language: { code: 'hi' },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    })
  })

  it('to Twilio: no code of ours; it makes one, and is asked about it', async () => {
    answer = { status: 201, body: twilioVerification('pending') }
    expect(await senders.twilio().send(ORDER)).toEqual({ is: 'done', providerRef: 'VE1' })
    answer = { status: 201, body: twilioVerification('approved') }
    expect(await senders.twilio().check?.({ to: ORDER.to, code: '111222' })).toEqual({
      is: 'done',
      isApproved: true,
    })
    const [sent, checked] = requests
    expect(sent?.path).toBe('/v2/Services/VA1/Verifications')
    expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
    expect(sent?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      To: '+919876543210',
      Channel: 'sms',
      Locale: 'hi',
    })
    expect(checked?.path).toBe('/v2/Services/VA1/VerificationCheck')
    expect(Object.fromEntries(new URLSearchParams(checked?.body))).toEqual({
      To: '+919876543210',
      Code: '111222',
    })
    expect(sent?.body).not.toContain(ORDER.code)
  })
})

describe('a code that may have been sent is never taken for one that was not', () => {
  const NAMES = ['msg91', 'whatsapp', 'twilio'] as const
  const ANSWERS = [
    ['a fault of theirs', { status: 500, body: '{}' }, 'unknown'],
    ['a gateway in between', { status: 502, body: '<html>Bad Gateway</html>' }, 'unknown'],
    ['success without a body', { status: 200, body: '' }, 'unknown'],
    ['a page instead of an answer', { status: 200, body: '<html>Welcome</html>' }, 'unknown'],
    ['another form', { status: 200, body: '{"ok":true}' }, 'unknown'],
    ['an answer cut off', { fault: 'cut' }, 'unknown'],
    ['a redirect, which would carry the key away', { status: 302, headers: { location: '/x' } }, 'unknown'],
    ['twice at once', { status: 409, body: '{}' }, 'pending'],
    ['too many', { status: 429, body: '{}' }, 'refused later'],
    ['a wrong key', { status: 401, body: '{}' }, 'refused config'],
    ['no permission', { status: 403, body: '{}' }, 'refused config'],
    ['a wrong number', { status: 400, body: '{"code":60200}' }, 'refused never'],
  ] as const satisfies readonly (readonly [string, FakeAnswer, string])[]
  it.each(NAMES.flatMap((name) => ANSWERS.map((row) => [name, ...row] as const)))(
    '%s: %s',
    async (name, _, given, expected) => {
      answer = given
      const result = await senders[name]().send(ORDER)
      expect([result.is, 'retry' in result ? result.retry : ''].join(' ').trim()).toBe(expected)
      expect(requests).toHaveLength(1)
    },
  )

  it.each(NAMES)('%s: no server there: nothing was sent', async (name) => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    await once(gone, 'close')
    const before = baseUrl
    baseUrl = `http://127.0.0.1:${port}`
    const result = await senders[name]().send(ORDER)
    baseUrl = before
    expect(result).toMatchObject({ is: 'refused', retry: 'later' })
  })

  it('no answer in time', async () => {
    answer = { fault: 'silent' }
    const request = { url: `${baseUrl}/x`, headers: {}, json: {}, timeoutMs: 50 }
    expect(await callProvider(request, z.object({}))).toMatchObject({ is: 'unknown', detail: 'TimeoutError' })
  })

  it.each([
    ['template id missing', 'never'],
    ['Authentication failure', 'config'],
  ] as const)('MSG91 says %s with status 200', async (message, retry) => {
    answer = { body: msg91Error(message) }
    expect(await senders.msg91().send(ORDER)).toEqual({ is: 'refused', detail: message, retry })
  })
})

describe('what Twilio says of a code', () => {
  const check = () => senders.twilio().check?.({ to: ORDER.to, code: '111222' })
  it.each([
    ['wrong', { status: 200, body: twilioVerification('pending') }, { is: 'done', isApproved: false }],
    ['tried too often', { status: 404, body: TWILIO_GONE }, { is: 'done', isApproved: false }],
    ['late', { status: 200, body: twilioVerification('expired') }, { is: 'done', isApproved: false }],
    ['called off', { status: 200, body: twilioVerification('canceled') }, { is: 'done', isApproved: false }],
    ['too many checks', { status: 429, body: '{}' }, { is: 'refused' }],
    ['a fault of theirs', { status: 503, body: '{}' }, { is: 'unknown' }],
    ['no answer that can be read', { status: 200, body: 'approved' }, { is: 'unknown' }],
  ] as const)('%s', async (_, given, expected) => {
    answer = given
    expect(await check()).toMatchObject(expected)
  })
})
