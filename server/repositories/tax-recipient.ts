/** Whom a paper names: as they have said it for their papers, and by the name of their account until they have. */
import type { PaperParty } from '#core/tax/paper-party.ts'
import type { Tx } from '#server/db/transaction.ts'
import { eraseTaxPerson, findTaxPerson } from './tax-papers.ts'
import { findUser } from './users.ts'

export async function recipientOf(tx: Tx, userId: number): Promise<PaperParty> {
  const details = await findTaxPerson(tx, userId)
  if (details) {
    const { name, address, pin, state, gstin } = details
    return { name, address, pin, state, gstin }
  }
  const user = await findUser(tx, userId)
  const name = user ? `${user.first_name} ${user.last_name}` : ''
  return { name, address: '', pin: null, state: null, gstin: null }
}

/** Before the account loses its name: a paper that is still due must name them all the same. */
export const forgetRecipient = async (tx: Tx, userId: number): Promise<void> =>
  eraseTaxPerson(tx, userId, JSON.stringify(await recipientOf(tx, userId)))
