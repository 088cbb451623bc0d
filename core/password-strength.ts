/**
 * How easily a password is guessed: words that everybody takes, the person's own words, runs and repeats, with the usual
 * digits and signs around and in them. The list is ours: the words that lead the published lists, and those of India.
 */

const COMMON = new Set(
  (
    'password passwd pass passcode welcome admin administrator root user login guest test testing demo sample default ' +
    'secret letmein iloveyou loveyou lovely love master superman batman spiderman monkey dragon football cricket hockey ' +
    'baseball sunshine princess shadow michael jordan charlie daniel thomas computer internet google facebook whatsapp ' +
    'instagram youtube samsung nokia apple microsoft windows android mobile phone changeme temp temporary newpass ' +
    'hello hellothere freedom flower rainbow butterfly angel friend friends forever family mother father mummy papa ' +
    'india bharat hindustan mumbai delhi pune kolkata chennai bangalore bengaluru hyderabad jaipur gujarat kerala punjab ' +
    'maharashtra rajasthan krishna ganesh ganesha shiva mahadev hanuman lakshmi durga saibaba allah jesus christ waheguru ' +
    'omsairam sairam jaishriram jaimatadi radhe radhekrishna bismillah vandemataram jaihind namaste namaskar ' +
    'rahul rohit sachin virat dhoni priya pooja neha anjali deepak sanjay amit sumit ravi raju raja rani sneha kavita ' +
    'money rupees rupee paisa bank upi paytm phonepe amanat escrow trust payment secure security king queen star ' +
    'summer winter monsoon spring autumn january february march april may june july august september october november ' +
    'december monday tuesday wednesday thursday friday saturday sunday diwali holi happy birthday'
  ).split(' '),
)
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

/** A person's own words, which a password must not be made of. */
export const ownWords = (person: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone_number: string
  readonly business_name: string | null
}): string[] => [
  person.first_name,
  person.last_name,
  person.business_name ?? '',
  person.email,
  person.phone_number,
  'amanat',
]

export type Weakness = 'common' | 'own words' | 'run'

const MIN_WORD = 3

/** Why a password is among the first to be tried; null when it is not. `words`: name, phone, email and the like. */
export function weaknessOf(password: string, words: readonly string[] = []): Weakness | null {
  const cores = coresOf(password)
  const own = words
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter((word) => word.length >= MIN_WORD)
  const lower = password.toLowerCase()
  if (own.some((word) => cores.includes(word) || (word.length >= 5 && lower.includes(word))))
    return 'own words'
  if (cores.some((core) => COMMON.has(core) || isPair(core))) return 'common'
  if (cores.some(isRun) || isRun(lower.replace(/[^\p{L}\p{N}]/gu, '')) || isRepeat(lettersOf(lower)))
    return 'run'
  return null
}

/** Two words of the list, one after the other: Happydiwali, Loveindia. */
const isPair = (core: string): boolean =>
  [...core].some((_, at) => COMMON.has(core.slice(0, at)) && COMMON.has(core.slice(at)))

/** Hardly a letter, or one to three characters over and over. */
const isRepeat = (letters: string): boolean => letters.length < MIN_WORD || /^(.{1,3})\1+$/u.test(letters)

export type Strength = 'weak' | 'fair' | 'good'

/** For the meter beside the field: advice, never a refusal. */
export function strengthOf(password: string, words: readonly string[] = []): Strength {
  if (weaknessOf(password, words) !== null) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{M}\p{N}]/u].filter((kind) => kind.test(password))
  const different = new Set(password).size
  if (different < 6) return 'weak'
  return [...password].length >= 12 && kinds.length >= 3 && different >= 8 ? 'good' : 'fair'
}
