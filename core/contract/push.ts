/** Notices on the lock screen: browsers that the person chose, told by their own push services. */
import { z } from 'zod'
import { endpoint, fieldErrors, problem } from './endpoint.ts'

const state = z.object({
  /** For the browser's `subscribe`; null where the operator has set no key, and nothing can be switched on. */
  public_key: z.string().nullable(),
  /** How many browsers of mine are told. */
  browsers: z.int(),
})
export type PushState = z.output<typeof state>

const base64url = (max: number) =>
  z
    .string({ error: 'required' })
    .max(max, { error: `max:${max}` })
    .regex(/^[\w-]+=*$/, { error: 'select' })

const address = z.string({ error: 'required' }).max(1000, { error: 'max:1000' })

export const readPush = endpoint({
  method: 'GET',
  path: '/api/account/push',
  access: 'user',
  summary: 'The key to subscribe a browser to, and how many browsers of mine are told',
  responses: { 200: state },
})

export const addPush = endpoint({
  method: 'POST',
  path: '/api/account/push',
  access: 'user',
  summary: 'Tell this browser too, by what its PushSubscription says; at most ten, the oldest goes',
  body: z.object({
    endpoint: address.regex(/^https?:\/\/[^\s/@]+(?:\/\S*)?$/, { error: 'link' }),
    keys: z.object({ p256dh: base64url(100), auth: base64url(30) }),
  }),
  responses: { 200: state, 400: fieldErrors, 404: problem },
  perMinute: 10,
})

export const removePush = endpoint({
  method: 'POST',
  path: '/api/account/push/remove',
  access: 'user',
  summary: 'Tell this browser no more',
  body: z.object({ endpoint: address }),
  responses: { 200: state, 400: fieldErrors },
})
