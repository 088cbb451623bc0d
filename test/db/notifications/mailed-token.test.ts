/** A link that works leaves by mail alone: what waits to be sent has no token in it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenHash } from '#server/lib/tokens.ts'
import { newMailedToken, withTokens } from '#server/services/notifications/mailed-token.ts'
import { actingAs } from '#test/support/acting-as.ts'
import { useApp } from '#test/support/app.ts'
import { type Person, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app, 'Admin')
})

describe('the token of a mailed link', () => {
  const mail = (link: string, otherLink?: string) => ({
    content: {
      link,
      ...(otherLink ? { otherLink: { text: 't', label: 'l', link: otherLink } } : {}),
    } as never,
  })
  it('is in none that is queued, and in each that is sent', async () => {
    const [one, two] = await actingAs(app, team, async (ctx) => [
      await newMailedToken(ctx),
      await newMailedToken(ctx),
    ])
    if (!one || !two) throw new Error('no tokens')
    expect(one.placeholder).toMatch(/^\{token:[\w-]{43}\}$/)
    expect(one.placeholder).not.toBe(two.placeholder)
    const rows = await actingAs(app, team, (ctx) =>
      withTokens(ctx, [
        mail(`a/${one.placeholder}`, `b/${two.placeholder}`),
        mail('plain', 'plain too'),
        { content: null },
      ]),
    )
    const links = rows.map(
      (row) => row.content as { link: string; otherLink?: { link: string; text: string } } | null,
    )
    expect(tokenHash(links[0]?.link.slice(2) ?? '')).toEqual(one.hash)
    expect(tokenHash(links[0]?.otherLink?.link.slice(2) ?? '')).toEqual(two.hash)
    expect(links[0]?.otherLink?.text).toBe('t')
    expect(links.slice(1)).toEqual([
      { link: 'plain', otherLink: { text: 't', label: 'l', link: 'plain too' } },
      null,
    ])
  })
  it('in the second way on alone is filled in too', async () => {
    const { placeholder, hash } = await actingAs(app, team, newMailedToken)
    const [row] = await actingAs(app, team, (ctx) => withTokens(ctx, [mail('plain', placeholder)]))
    const content = row?.content as never as { otherLink: { link: string } } | undefined
    expect(tokenHash(content?.otherLink.link ?? '')).toEqual(hash)
  })
  it('of mails without one nothing is read or changed', async () => {
    const rows = [mail('plain'), { content: null }]
    expect(await actingAs(app, team, (ctx) => withTokens({ ...ctx, tx: null as never }, rows))).toEqual(rows)
  })
})
