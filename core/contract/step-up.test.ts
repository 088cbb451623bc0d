/** Which calls ask the team for the second factor again: all that change something, but those that move neither money nor rights. */
import { expect, it } from 'vitest'
import { ENDPOINTS } from '#test/support/endpoints.ts'

const WITHOUT = [
  'POST /api/admin/books/check',
  'POST /api/admin/policies/preview',
  'POST /api/admin/grievances/:ticket/acknowledge',
  'POST /api/admin/grievances/:ticket/resolve',
  'POST /api/admin/leads/:id/calls',
  'DELETE /api/admin/leads/:id',
  'POST /api/admin/people/:id/notes',
  'POST /api/admin/disputes/:form_pk/owner',
  'POST /api/admin/disputes/:form_pk/notes',
]

it('what the team changes asks for the second factor again', () => {
  const changes = ENDPOINTS.filter(
    ({ access, method }) => (access === 'team' || access === 'admin') && method !== 'GET',
  )
  expect(changes.length).toBeGreaterThan(WITHOUT.length)
  // 'before': the calls that set it up and show it
  const unasked = changes.filter(({ secondFactor }) => secondFactor === undefined)
  expect(unasked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...WITHOUT].sort())
})
