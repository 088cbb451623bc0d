/** Whether a line speaks of a person whom we know by name and payment address. */
import type { NarrationFacts } from './narration.ts'

export interface KnownPerson {
  readonly name: string | null
  readonly vpa: string | null
}

/** Banks cut an address after ten letters or fifteen; a shorter beginning fits too many people. */
const LEAST_VPA_LETTERS = 8

const tokensOf = (name: string | null): string[] =>
  (name ?? '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((token) => token.length >= 3)

/** The whole address, or a beginning of it that is long enough; capitals do not count. False without an address. */
export function namesVpa({ parts }: NarrationFacts, vpa: string | null): boolean {
  if (!vpa) return false
  const whole = vpa.toLowerCase()
  // a dash in an address is a separator of the narration, too
  if (parts.join('-').includes(whole)) return true
  return parts.some(
    (part) => (part.length >= LEAST_VPA_LETTERS || part.includes('@')) && whole.startsWith(part),
  )
}

/** How many words of their name stand in it. */
const nameTokensIn = ({ words }: NarrationFacts, name: string | null): number =>
  tokensOf(name).filter((token) => words.has(token)).length

/** One word of three letters or more: many people share it, so it is a hint alone. False without a name. */
export const namesAnyWord = (facts: NarrationFacts, name: string | null): boolean =>
  nameTokensIn(facts, name) > 0

/** Their first name, two words of their name, or their address. */
export function isFrom(facts: NarrationFacts, { name, vpa }: KnownPerson): boolean {
  const first = tokensOf(name)[0]
  const hasFirst = first !== undefined && facts.words.has(first)
  return hasFirst || nameTokensIn(facts, name) >= 2 || namesVpa(facts, vpa)
}

/** It shows the address of somebody else, and no word of their name. A number before the @ says nothing of its owner. */
export function isFromOther(facts: NarrationFacts, person: KnownPerson): boolean {
  const isKnown = person.name !== null || person.vpa !== null
  const showsSomebody = facts.parts.some((part) => /^[a-z][a-z._]+[a-z0-9._]*@[a-z]/.test(part))
  return isKnown && showsSomebody && !isFrom(facts, person) && !namesAnyWord(facts, person.name)
}
