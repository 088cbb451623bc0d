/** What anybody may learn of a pasted link: whether it is ours, and no more than its own page shows to anybody. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { verifyLink } from '#core/contract/site.ts'
import { Refusal } from '#core/errors.ts'
import { type OwnLink, readOwnLink } from '#core/links.ts'
import { toIso } from '#core/time.ts'
import type { Reads } from '#server/db/transaction.ts'
import { findDeal } from '#server/repositories/deals.ts'
import type { Ctx } from '#server/services/context.ts'
import { readLink } from './links.ts'

type CheckedLink = Answer<typeof verifyLink>

interface CheckSources {
  readonly reads: Reads
  /** Whether the site has a page at this path, which has no language. */
  readonly isPage: (path: string) => boolean
}

export async function checkLink(
  ctx: Ctx,
  { reads, isPage }: CheckSources,
  code: string,
): Promise<CheckedLink> {
  const link = readOwnLink(code, ctx.settings.publicUrl)
  if (link?.to === 'deal') return checkDeal(ctx, reads, link)
  if (link?.to === 'offer') return checkOffer(ctx, link.id)
  return { genuine: link !== null && isPage(link.path) }
}

/** That it is genuine, and its stage. No names, amounts or phones. */
async function checkDeal(
  ctx: Ctx,
  reads: Reads,
  link: Extract<OwnLink, { to: 'deal' }>,
): Promise<CheckedLink> {
  const find = () => reads.beside(ctx.tx, (tx) => findDeal(tx, link.formPk))
  // a deal that was made this moment may not have reached the replica
  const loaded = (await find()) ?? (await findDeal(ctx.tx, link.formPk))
  if (!loaded) return { genuine: false }
  const { track, status, created_at } = loaded.deal
  if (link.track !== null && link.track !== track) return { genuine: false }
  return { genuine: true, track, status, made_at: toIso(created_at.getTime()) }
}

async function checkOffer(ctx: Ctx, id: string): Promise<CheckedLink> {
  try {
    const { title, shop, amount, amount_paise } = await readLink(ctx, id)
    return { genuine: true, offer: { title, shop, amount, amount_paise } }
  } catch (error) {
    if (error instanceof Refusal) return { genuine: false }
    throw error
  }
}
