/** Writes to those whom a move of a deal concerns: what happened, to the money, whose move it is, until when. */
import type { DealRow } from '../../repositories/deals.ts'
import type { EventRow } from '../../repositories/events.ts'
import type { UserRow } from '../../repositories/users.ts'
import type { Ctx } from '../context.ts'
import { afterOf, type Move } from './after.ts'
import { sceneWith } from './scene.ts'
import { storyOf } from './story.ts'
import { partiesOf, teamOf, tellAll, toldOf } from './tell.ts'

type Event = Pick<EventRow, 'seq' | 'name' | 'by' | 'data'>

/**
 * Both parties, of every move; the team when it is its turn to decide, or its decision was taken by a deadline. In
 * the transaction of the move itself: no notice is lost and none is early. The mails leave after it, at any hour:
 * somebody has to act, or money moved.
 */
export async function notify(
  ctx: Ctx,
  { deal, people }: { deal: DealRow; people: readonly UserRow[] },
  event: Event,
  move: Move,
): Promise<void> {
  const after = afterOf(move)
  const isTeamsTurn = after.move.includes('team') || event.name === 'decisionLimit'
  const scene = sceneWith(ctx, deal, people)
  const team = isTeamsTurn ? await teamOf(ctx) : []
  const told = { scene, after, event, commissionBasisPoints: deal.commission_basis_points }
  await tellAll(
    ctx,
    [...partiesOf(scene), ...team].map((to) =>
      toldOf({
        key: `deal:${deal.id}:${event.seq}`,
        kind: event.name,
        to,
        scene,
        after,
        story: storyOf(told, { view: to.view, locale: to.person.locale }),
        notBefore: null,
      }),
    ),
  )
}
