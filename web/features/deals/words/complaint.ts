/** A complaint that is not in force yet: whoever made it has still to pay its fee, or it lapses. */
import type { Deal } from '#core/contract/deals.ts'

/** As anybody else reads it: what the other side pays or writes by then may be for nothing. */
export const isNotYetInForce = ({ dispute, me, status, policy }: Deal): boolean =>
  status === 'disputed' &&
  dispute?.fees[dispute.opened_by] === 'due' &&
  dispute.opened_by !== me &&
  policy.disputeFeePaise !== 0
