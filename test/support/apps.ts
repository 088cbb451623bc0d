/** Apps and keys, made as their owner would. */
import type { Scope } from '#core/scopes.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

export interface AppKey {
  readonly appId: string
  readonly id: string
  readonly key: string
}

/** A key of a new app, or of one that is there. */
export async function appKey(
  app: TestApp,
  owner: Person,
  scopes: readonly Scope[],
  { appId, at_once }: { appId?: string; at_once?: boolean } = {},
): Promise<AppKey> {
  const { token } = owner
  const id = appId ?? (await app.call('POST', '/api/apps', { token, body: { name: 'My shop' } })).body.id
  const { status, body } = await app.call('POST', `/api/apps/${id}/keys`, {
    token,
    body: { scopes, at_once },
  })
  if (status !== 201) throw new Error(`making a key: ${status} ${JSON.stringify(body)}`)
  return { appId: id, id: body.id, key: body.key }
}
