/**
 * Tokens of links that go out by email. The queued email holds a placeholder; the token is computed from it when the
 * email is rendered, so that who reads the table or a copy of it has no link that works.
 */
import { createHmac } from 'node:crypto'
import type { EmailContent } from '#core/email-content.ts'
import { newToken, tokenHash } from '#server/lib/tokens.ts'
import type { Ctx } from '#server/services/context.ts'
import { sealedSecret } from '#server/services/sealed-secrets.ts'

export interface MailedToken {
  /** For the table of the link; the token itself is stored nowhere. */
  readonly hash: Buffer
  /** To be put into the link of the email. */
  readonly placeholder: string
}

const PLACEHOLDER = /\{token:([\w-]{43})\}/g

type TokenCtx = Pick<Ctx, 'tx' | 'settings'>

const secretOf = (ctx: TokenCtx): Promise<string> => sealedSecret(ctx, 'mailed-tokens', newToken())
const tokenOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('base64url')

export async function newMailedToken(ctx: TokenCtx): Promise<MailedToken> {
  const nonce = newToken()
  return { hash: tokenHash(tokenOf(await secretOf(ctx), nonce)), placeholder: `{token:${nonce}}` }
}

interface QueuedEmail {
  readonly content: EmailContent | null
}

/** The emails with their tokens in place, ready to be rendered. */
export async function withTokens<R extends QueuedEmail>(ctx: TokenCtx, rows: readonly R[]): Promise<R[]> {
  if (!rows.some(({ content }) => content && linksOf(content).some((link) => link.includes('{token:'))))
    return [...rows]
  const secret = await secretOf(ctx)
  const fill = (link: string): string =>
    link.replace(PLACEHOLDER, (_, nonce: string) => tokenOf(secret, nonce))
  return rows.map((row) => (row.content ? { ...row, content: filled(row.content, fill) } : row))
}

const linksOf = ({ link, otherLink }: EmailContent): string[] => (otherLink ? [link, otherLink.link] : [link])

const filled = (content: EmailContent, fill: (link: string) => string): EmailContent => ({
  ...content,
  link: fill(content.link),
  ...(content.otherLink ? { otherLink: { ...content.otherLink, link: fill(content.otherLink.link) } } : {}),
})
