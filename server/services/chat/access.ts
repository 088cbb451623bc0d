/** Who may use the chat of a deal: its parties and the team. It opens when somebody has accepted the offer. */
import { Refusal } from '#core/errors.ts'
import type { DealRow } from '#server/repositories/deals.ts'
import type { UserCtx } from '#server/services/context.ts'
import { getDealFor } from '#server/services/deal/load.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'

export interface ChatAccess {
  readonly deal: DealRow
  readonly dealId: string
  readonly viewer: Viewer
  readonly isOpen: boolean
}

export async function getChatFor(ctx: UserCtx, dealId: string): Promise<ChatAccess> {
  const { deal, viewer } = await getDealFor(ctx, dealId)
  return { deal, dealId, viewer, isOpen: deal.agreed_at !== null }
}

export async function getOpenChatFor(ctx: UserCtx, dealId: string): Promise<ChatAccess> {
  const chat = await getChatFor(ctx, dealId)
  if (!chat.isOpen) throw new Refusal('wrong_state')
  return chat
}
