/** What one action writes beside its transition. */
import type { Insertable } from 'kysely'
import type { Request } from '../../../core/lifecycle/facts.ts'
import type { DealTable, DisputeTable } from '../../db/tables.ts'

export interface Effect {
  readonly request?: Partial<Request>
  readonly data?: Record<string, unknown>
  readonly deal?: Partial<Insertable<DealTable>>
  readonly dispute?: Partial<Insertable<DisputeTable>>
  /** Written just before the transition, once it is decided. */
  readonly before?: () => Promise<unknown>
}
