/** A person as the team sees them. */
import type { FastifyInstance } from 'fastify'
import * as contract from '#core/contract/people.ts'
import type { AppDependencies } from '#server/http/dependencies.ts'
import { registerEndpoint } from '#server/http/register-endpoint.ts'
import * as people from '#server/services/privacy/people.ts'

export function peopleRoutes(app: FastifyInstance, deps: AppDependencies): void {
  registerEndpoint(app, deps, contract.readPerson, ({ ctx, params }) => people.readPerson(ctx, params.id))
  registerEndpoint(app, deps, contract.notePerson, ({ ctx, params, body }) =>
    people.notePerson(ctx, params.id, body.text),
  )
  registerEndpoint(app, deps, contract.blockPerson, ({ ctx, params, body }) =>
    people.blockPerson(ctx, params.id, body.reason),
  )
  registerEndpoint(app, deps, contract.unblockPerson, ({ ctx, params, body }) =>
    people.unblockPerson(ctx, params.id, body.reason),
  )
  registerEndpoint(app, deps, contract.endSessionsOf, ({ ctx, params, body }) =>
    people.endSessionsOf(ctx, params.id, body.reason),
  )
  registerEndpoint(app, deps, contract.erasePerson, ({ ctx, params, body }) =>
    people.erasePerson(ctx, params.id, body.reason),
  )
}
