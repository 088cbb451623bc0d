/** A route, declared once: the server parses and answers by it, the web client is typed by it, OpenAPI is drawn from it. */
import { z } from 'zod'
import type { UserType } from '#core/roles.ts'
import type { Scope } from '#core/scopes.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** Who may call: anybody; somebody signed in; the team; of the team, Admins alone. What a deal allows is the deal's to say. */
type Access = 'public' | 'user' | 'team' | 'admin'

export interface Endpoint {
  readonly method: Method
  /** Fastify's form, `:name` for parameters, without a trailing slash; every path answers with one too. */
  readonly path: string
  readonly access: Access
  /** Only these roles; asked before the body is looked at. */
  readonly roles?: readonly UserType[]
  /**
   * `before`: also for a session of the team that has not shown the second factor. `recent`: it was shown within the last
   * minutes. Left out: it was shown once.
   */
  readonly secondFactor?: 'before' | 'recent'
  /** What a key must have to make this call; left out, no key makes it. */
  readonly scope?: Scope
  /** A POST that changes nothing: its secret goes in the body, where no log of addresses has it. */
  readonly isRead?: true
  /** A secret that is shown once: the answer is not stored under an idempotency key, where a copy of the database would have it. */
  readonly answersSecret?: true
  /** Its work takes more than one transaction, or changes nothing when it is repeated: an Idempotency-Key is not looked at. */
  readonly ignoresKey?: true
  /** Open while a page is; no sign that somebody is at the screen. */
  readonly isStream?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** A form of files (multipart/form-data) instead of JSON. */
  readonly takes?: 'files'
  readonly responses: Readonly<Record<number, z.ZodType>>
  /** The media type of a successful answer that is not JSON; its status is 200. */
  readonly bytes?: string
  /** A browser that asks for a page gets one at the same address. */
  readonly isPageToo?: true
  /** Calls a minute from one address (and from one account when signed in). */
  readonly perMinute?: number
}

/** Whether a repetition under the same Idempotency-Key gets the first answer, and does nothing twice. */
export const takesKey = ({ method, access, answersSecret, ignoresKey }: Endpoint): boolean =>
  method === 'POST' && access !== 'public' && !answersSecret && !ignoresKey

/** Does nothing at run time: `const` keeps the literal types, which `Answer`, `BodyOf` and the client are typed by. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

/** What a successful call answers; undefined where there is no body. */
export type Answer<E extends Endpoint> = E['responses'] extends { 200: infer S extends z.ZodType }
  ? z.output<S>
  : E['responses'] extends { 201: infer S extends z.ZodType }
    ? z.output<S>
    : E['responses'] extends { 202: infer S extends z.ZodType }
      ? z.output<S>
      : undefined
/** What the caller sends, before parsing. */
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined
export type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodType ? z.input<E['params']> : undefined

/** 400: field name to messages (spec §8). */
export const fieldErrors = z.record(z.string(), z.array(z.string()))
/** Any other refusal. The id finds the request in the logs; a 400 by fields has it in X-Request-Id alone. */
export const problem = z.object({
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
  /** With `unverified` and `target_required`: what is needed first. */
  verify: z.enum(['phone', 'payout_target']).optional(),
  /** With `second_factor`: whether it is to be set up or shown. */
  second_factor: z.enum(['enrol', 'confirm']).optional(),
})
export const nothing = z.undefined()

/** All rows before a page are passed over: of a million they would hold up everybody else. A list is narrowed, or taken as a file. */
const MOST_PAGES = 1_000

/** Paging that every list takes: 30 a page, 100 at most. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(MOST_PAGES).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(30),
  search: z.string().max(100).optional(),
  ordering: z.string().max(40).optional(),
})
/** By what a list can be ordered, each with a minus for the largest first; something else is refused, with these named. */
export const orderingBy = (fields: readonly string[]) =>
  listQuery.shape.ordering.refine((value) => !value || fields.includes(value.replace(/^-/, '')), {
    error: `ordering:${fields.join(', ')}`,
  })
export type ListQuery = z.output<typeof listQuery>

/** Lists that go on from a mark: nothing is missed or met twice when something is added between two pages. */
export const cursorQuery = (usual: number) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(100).default(usual),
    /** `next` of the page before. */
    after: z.string().max(200).optional(),
  })
/** What a list with `cursorQuery` answers. */
export const cursorPage = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({
    data: z.array(entry),
    /** To be sent as `after`; null at the end. */
    next: z.string().nullable(),
  })

export const iso = z.string()
export const formPkParams = z.object({ form_pk: z.string().max(64) })
