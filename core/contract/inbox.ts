/** What payment providers have reported, for the team: stored as it came, worked on after. */
import { z } from 'zod'
import { endpoint, iso, listQuery, problem } from './endpoint.ts'

/** `failed`: given up, a person looks. `ignored`: of no meaning to us. */
const states = z.enum(['new', 'applied', 'ignored', 'failed'])

const report = z.object({
  id: z.int(),
  provider: z.string(),
  event_id: z.string(),
  state: states,
  tries: z.int(),
  problem: z.string().nullable(),
  at: iso,
  applied_at: iso.nullable(),
})

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/admin/inbox',
  access: 'team',
  roles: ['Admin'],
  summary: 'Reports of payment providers, newest first; `state` chooses, such as those that were given up',
  query: listQuery.omit({ search: true, ordering: true }).extend({ state: states.optional() }),
  responses: { 200: z.array(report) },
})

export const replayReport = endpoint({
  method: 'POST',
  path: '/api/admin/inbox/:id/replay',
  access: 'team',
  roles: ['Admin'],
  secondFactor: 'recent',
  summary: 'Work once more on a report that was given up; of any other nothing changes',
  params: z.object({ id: z.coerce.number().int().positive() }),
  responses: { 200: z.object({ id: z.int(), state: states }), 404: problem },
})
