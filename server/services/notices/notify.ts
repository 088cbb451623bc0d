/** Writes to those whom a move of a deal concerns: what happened, to the money, whose move it is, until when. */
import { findDeal } from '../../repositories/deals.ts'
import { findEvent } from '../../repositories/events.ts'
import type { Jobs } from '../../repositories/jobs.ts'
import type { Ctx } from '../context.ts'
import { sceneOf } from './scene.ts'
import { storyOf } from './story.ts'
import { partiesOf, teamOf, tell } from './tell.ts'

/**
 * Both parties, of every move; the team when it is its turn to decide, or its decision was taken by a deadline.
 * These go at once at any hour: somebody has to act, or money moved. Answers the mails that are to be sent.
 */
export async function notify(ctx: Ctx, { dealId, seq, after }: Jobs['notify']): Promise<number[]> {
  const loaded = await findDeal(ctx.tx, dealId)
  const event = await findEvent(ctx.tx, dealId, seq)
  if (!loaded || !event) throw new Error(`event ${seq} of deal ${dealId} is gone`)
  const scene = await sceneOf(ctx, loaded.deal)
  const told = { scene, after, event, commissionBasisPoints: loaded.deal.commission_basis_points }
  const isTeamsTurn = after.move.includes('team') || event.name === 'decisionLimit'
  const recipients = [...partiesOf(scene), ...(isTeamsTurn ? await teamOf(ctx) : [])]
  // jobs run side by side: a notice bears the time of what it tells, so that the newest is on top
  const asOf = { ...ctx, now: event.at.getTime() }
  const mails: (number | undefined)[] = []
  for (const to of recipients) {
    const id = await tell(asOf, {
      key: `deal:${dealId}:${seq}`,
      kind: event.name,
      to,
      scene,
      after,
      story: storyOf(told, { view: to.view, locale: to.person.locale }),
      notBefore: null,
    })
    mails.push(id)
  }
  return mails.filter((id) => id !== undefined)
}
