/** The second factor of a person of the team, as their authenticator app would show it. */
import { Secret, TOTP } from 'otpauth'
import type { Reply, TestApp } from './app.ts'
import type { Person } from './people.ts'

export const SECOND_FACTOR = '/api/account/second-factor'

/** The code of a moment, some steps of 30 seconds from now. */
export const codeAt = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 })

export const confirmCode = (app: TestApp, token: string, code: string, headers?: Record<string, string>) =>
  app.call('POST', `${SECOND_FACTOR}/confirm`, { token, body: { code }, ...(headers ? { headers } : {}) })

export interface Enrolled {
  /** Base32. */
  readonly key: string
  readonly recoveryCodes: string[]
}

/** Sets the app up in this session, which has shown the second factor then. */
export async function enrol(app: TestApp, token: string): Promise<Enrolled> {
  const { body } = await app.call('POST', `${SECOND_FACTOR}/totp`, { token })
  // the step before, so that the codes of now and of the next step are still unused
  const confirm = () =>
    app.call('POST', `${SECOND_FACTOR}/totp/confirm`, { token, body: { code: codeAt(body.key, -1) } })
  const first = await confirm()
  // a step that ended between the code and its check made the code two steps old
  const confirmed = first.status === 400 ? await confirm() : first
  if (confirmed.status !== 200) throw new Error(`enrolling: ${JSON.stringify(confirmed.body)}`)
  return { key: body.key, recoveryCodes: confirmed.body.recovery_codes }
}

/** Shows the code of now, as if none had been used before. */
export async function showSecondFactor(app: TestApp, who: Person, { key }: Enrolled): Promise<void> {
  await app.db.ownerPool.query('update totp set last_step = null where user_id = $1', [who.id])
  const { status } = await confirmCode(app, who.token, codeAt(key))
  if (status !== 200) throw new Error(`showing the second factor: ${status}`)
}

/** As if the sessions of somebody had done this so much earlier. */
export const earlier = (
  app: TestApp,
  who: Pick<Person, 'id'>,
  what: 'created_at' | 'used_at' | 'second_factor_at',
  span: string,
) =>
  app.db.ownerPool.query(`update session set ${what} = ${what} - $1::interval where user_id = $2`, [
    span,
    who.id,
  ])

export const isRefused = ({ status, body }: Reply<{ code?: string }>): boolean =>
  status === 403 && body.code === 'second_factor'
