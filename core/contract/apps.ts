/** Apps of people who build on the API, and their keys. Made by a person who is signed in, never by a key. */
import { z } from 'zod'
import { API_VERSIONS } from '#core/api-versions.ts'
import { KEY_MODES, SCOPES } from '#core/scopes.ts'
import { endpoint, fieldErrors, iso, nothing, problem } from './endpoint.ts'

/** As many as one person may have; keys of one app that still work. */
export const MOST_APPS = 10
export const MOST_KEYS = 20
/** How long the keys before go on working when a new one is made. */
export const OVERLAP_HOURS = 24

const scope = z.enum(SCOPES, { error: 'select' })
const keyFields = {
  id: z.string(),
  scopes: z.array(scope),
  created_at: iso,
  /** Set once a newer key was made. */
  expires_at: iso.nullable(),
}
const apiKey = z.object({
  ...keyFields,
  /** What a person recognises it by; the rest was shown once. */
  prefix: z.string(),
  last4: z.string(),
  last_used_at: iso.nullable(),
})
const app = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(KEY_MODES),
  /** Of the wire contract, that of the day the app was made: its keys are answered in it unless Amanat-Version names another. */
  version: z.enum(API_VERSIONS),
  created_at: iso,
  /** Those that still work, oldest first. */
  keys: z.array(apiKey),
})
export type App = z.output<typeof app>

const appParams = z.object({ id: z.string().max(64) })

export const listApps = endpoint({
  method: 'GET',
  path: '/api/apps',
  access: 'user',
  summary: 'My apps with their keys, oldest first',
  responses: { 200: z.array(app) },
})

export const createApp = endpoint({
  method: 'POST',
  path: '/api/apps',
  access: 'user',
  summary: 'Make an app. In the sandbox its keys are test keys, elsewhere live ones',
  body: z.object({
    name: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(60, { error: 'max:60' }),
  }),
  responses: { 201: app, 400: fieldErrors, 403: problem, 409: problem },
  perMinute: 20,
})

export const revokeApp = endpoint({
  method: 'DELETE',
  path: '/api/apps/:id',
  access: 'user',
  summary: 'End an app with all its keys, at once',
  params: appParams,
  responses: { 204: nothing, 404: problem },
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/apps/:id/keys',
  access: 'user',
  answersSecret: true,
  summary: `Make a key, shown this once. The keys before it work for ${OVERLAP_HOURS} more hours, or end with at_once`,
  params: appParams,
  body: z.object({
    scopes: z
      .array(scope, { error: 'required' })
      .min(1, { error: 'required' })
      .max(SCOPES.length, { error: 'select' })
      .transform((scopes) => [...new Set(scopes)]),
    at_once: z.boolean({ error: 'select' }).default(false),
  }),
  responses: {
    201: z.object({ ...keyFields, key: z.string() }),
    400: fieldErrors,
    403: problem,
    404: problem,
    409: problem,
  },
  perMinute: 20,
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/apps/:id/keys/:key_id',
  access: 'user',
  summary: 'End a key at once',
  params: appParams.extend({ key_id: z.string().max(64) }),
  responses: { 204: nothing, 404: problem },
})
