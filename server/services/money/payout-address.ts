/** The address of a target: sealed at rest, opened for the rail alone. */
import type { Tx } from '#server/db/transaction.ts'
import { keyedHash, openText, sealText } from '#server/lib/sealed-text.ts'
import { newToken } from '#server/lib/tokens.ts'
import type { PayeeDetails } from '#server/rails/holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { sealedSecret } from '#server/services/sealed-secrets.ts'

type WithKey = { readonly tx: Tx } & Pick<Ctx, 'settings'>

/**
 * One key for as long as the database lives, itself sealed with DATA_KEY: what was stored before there was a DATA_KEY still
 * opens. Where there has always been one it is DATA_KEY's own, with which targets were sealed before this key was stored.
 */
async function keyOf(ctx: WithKey): Promise<Buffer> {
  const fresh = ctx.settings.dataKey?.toString('base64url') ?? newToken()
  return Buffer.from(await sealedSecret(ctx, 'payout-targets', fresh), 'base64url')
}

/** Another person's row in its place does not open. */
const owner = (userId: number): string => `user:${userId}`

export interface SealedAddress {
  readonly address_sealed: Buffer
  readonly address_hash: Buffer
}

export async function sealAddress(ctx: WithKey, userId: number, address: string): Promise<SealedAddress> {
  const key = await keyOf(ctx)
  return {
    address_sealed: sealText(key, address, owner(userId)),
    address_hash: keyedHash(key, address.toLowerCase()),
  }
}

export const openAddress = async (ctx: WithKey, userId: number, sealed: Buffer): Promise<string> =>
  openText(await keyOf(ctx), sealed, owner(userId))

/** Equal for the same address, to compare without opening. */
export const addressHash = async (ctx: WithKey, address: string): Promise<Buffer> =>
  keyedHash(await keyOf(ctx), address.toLowerCase())

/** What a provider has to know of a payee: PAN, address, bank account. */
export const sealDetails = async (ctx: WithKey, userId: number, details: PayeeDetails): Promise<Buffer> =>
  sealText(await keyOf(ctx), JSON.stringify(details), `payee:${userId}`)

export const openDetails = async (ctx: WithKey, userId: number, sealed: Buffer): Promise<PayeeDetails> =>
  JSON.parse(openText(await keyOf(ctx), sealed, `payee:${userId}`))

/** A statement's is named by its import, whose id no batch has. */
const fileOwner = (id: string): string => `payout_batch:${id}`

/** A file of payouts or a statement names accounts: at rest it is sealed as they are. */
export const sealFile = async (ctx: WithKey, id: string, bytes: Buffer): Promise<Buffer> =>
  sealText(await keyOf(ctx), bytes.toString('base64'), fileOwner(id))

export const openFile = async (ctx: WithKey, id: string, sealed: Buffer): Promise<Buffer> =>
  Buffer.from(openText(await keyOf(ctx), sealed, fileOwner(id)), 'base64')
