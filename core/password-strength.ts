/**
 * The meter beside a new password: advice alone, small enough for a page. What is refused is decided by the server
 * (`server/lib/password-strength.ts`), with word lists that no page could carry.
 */
import { COMMON_WORDS } from './common-words.ts'

const COMMON = new Set(COMMON_WORDS)
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedc',
  '01234567890',
  '1qaz2wsx3edc4rfv',
  'q1w2e3r4t5y6',
]

const LOOKALIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Lower case, with letters for the digits and signs that stand for them. */
const undisguised = (text: string): string =>
  [...text.toLowerCase()].map((char) => LOOKALIKE[char] ?? char).join('')
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]/gu, '')
const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** What is left of a password when digits and signs are taken off its ends, as it stands and undisguised. */
const coresOf = (password: string): string[] => {
  const lower = password.toLowerCase()
  const forms = [
    lettersOf(lower),
    undisguised(bare(lower)),
    lettersOf(undisguised(lower)),
    lettersOf(bare(lower)),
  ]
  return [...new Set(forms.filter((form) => form.length > 0))]
}

const isRun = (text: string): boolean =>
  text.length >= 4 && RUNS.some((run) => run.includes(text) || [...run].reverse().join('').includes(text))

const MIN_WORD = 3

/** `words`: name, phone, email and the like. */
function isObvious(password: string, words: readonly string[]): boolean {
  const cores = coresOf(password)
  const own = words
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter((word) => word.length >= MIN_WORD)
  const lower = password.toLowerCase()
  return (
    own.some((word) => cores.includes(word) || (word.length >= 5 && lower.includes(word))) ||
    cores.some((core) => COMMON.has(core) || isPair(core) || isRun(core)) ||
    isRun(lower.replace(/[^\p{L}\p{N}]/gu, '')) ||
    isRepeat(lettersOf(lower))
  )
}

/** Two words of the list, one after the other: Happydiwali, Loveindia. */
const isPair = (core: string): boolean =>
  [...core].some((_, at) => COMMON.has(core.slice(0, at)) && COMMON.has(core.slice(at)))

/** Hardly a letter, or one to three characters over and over. */
const isRepeat = (letters: string): boolean => letters.length < MIN_WORD || /^(.{1,3})\1+$/u.test(letters)

type Strength = 'weak' | 'fair' | 'good'

/** For the meter beside the field: advice, never a refusal. */
export function strengthOf(password: string, words: readonly string[] = []): Strength {
  if (isObvious(password, words)) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{M}\p{N}]/u].filter((kind) => kind.test(password))
  const different = new Set(password).size
  if (different < 6) return 'weak'
  return [...password].length >= 12 && kinds.length >= 3 && different >= 8 ? 'good' : 'fair'
}
