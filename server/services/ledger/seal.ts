/** Close what was written into the next block of the hash chain. */
import { type Sealed, sealNext } from '../../repositories/ledger.ts'
import type { Ctx } from '../context.ts'

/** Null when nothing waits, or another process is sealing. A block is at most 10,000 transfers: call until null. */
export const seal = ({ tx }: Pick<Ctx, 'tx'>): Promise<Sealed | null> => sealNext(tx)
