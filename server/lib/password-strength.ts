/**
 * Whether a password is among the first to be tried, by zxcvbn with the words of English and of India and the person's
 * own. It and its lists take a third of a second and 60 MB, so they are loaded where a password is first judged: in the
 * plain sandbox never.
 */
import { COMMON_WORDS } from '#core/common-words.ts'

/** Eight characters at random need as many. With less, a copy of the hashes gives the password away in a day. */
const MIN_GUESSES = 1e8

/** Longer ones are taken by no form; each character more costs the check time. */
const MAX_CHARACTERS = 32

/** What a person knows by heart, and so does whoever tries that person; how many guesses it is worth. */
const KNOWN_NUMBERS: readonly (readonly [pattern: RegExp, guesses: number])[] = [
  // a mobile number: of the family, of the shop
  [/(?:\+?91|0)?[6-9]\d{9}/gu, 1000],
  // the number plate of the scooter: mh12ab1234
  [/(?<!\p{L})[a-z]{2}[\s-]?\d{1,2}(?:[\s-]?[a-z]){1,3}[\s-]?\d{4}/gu, 1000],
  // a PIN code
  [/(?<!\d)[1-8]\d{2}\s?\d{3}(?!\d)/gu, 1000],
]

/** Of an own word, whichever it is. */
const OWN_WORD = 20
/** In the middle or inside another word, shorter ones come about by chance. */
const OWN_WORD_MIN = 4

async function load() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, india: [...COMMON_WORDS] },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_CHARACTERS,
    // with the library's 100, twenty signs take a tenth of a second, in which the server answers nobody
    l33tMaxSubstitutions: 10,
  })
}

let loading: ReturnType<typeof load> | null = null

/** Those of three characters or more, whole and in their parts: `Zari House` is `zari house`, `zarihouse`, `zari`, `house`. */
function ownWordsOf(texts: readonly string[]): string[] {
  const words = texts
    .map((text) => text.normalize('NFKC').toLowerCase())
    .flatMap((text) => [
      text,
      text.replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
      ...text.split(/[^\p{L}\p{M}\p{N}]+/u),
    ])
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}

/** `@123`, `2026!`: the digits are counted, a run of them or a year is one of few. */
function guessesOfEnding(ending: string): number {
  const digits = ending.replace(/\D/g, '')
  const signs = ending.length - digits.length
  const ofDigits =
    /^(?:1|12|123|1234|12345|123456|(\d)\1+|007|786|108)$/.test(digits) || /^(?:19|20)\d\d$/.test(digits)
      ? Math.min(100, 10 ** digits.length)
      : 10 ** digits.length
  return ofDigits * 5 ** signs
}

interface Core {
  readonly text: string
  /** How many passwords of the usual patterns have this core. */
  readonly guesses: number
}

/** Without its capitals, what its owner knows by heart, its ending and the signs between its words. */
function coreOf(password: string, own: readonly string[]): Core {
  let guesses = 10 // where the capitals are
  let text = password.toLowerCase()
  const takeOut = (part: string | RegExp, worth: (token: string) => number) => {
    text = text.replaceAll(part, (token: string) => {
      guesses *= worth(token)
      return ''
    })
  }
  for (const word of own) if (word.length >= OWN_WORD_MIN) takeOut(word, () => OWN_WORD)
  for (const [pattern, worth] of KNOWN_NUMBERS) takeOut(pattern, () => worth)
  takeOut(/[^\p{L}\p{M}]+$/gu, guessesOfEnding)
  takeOut(/[^\p{L}\p{M}\p{N}]/gu, () => 10)
  return { text, guesses }
}

/** `texts`: name, phone, e-mail and the like of whose password it is. */
export async function isGuessable(password: string, texts: readonly string[]): Promise<boolean> {
  loading ??= load()
  const judge = await loading
  const own = ownWordsOf(texts)
  const whole = password.normalize('NFKC')
  if (judge.check(whole, own).guesses < MIN_GUESSES) return true
  const core = coreOf(whole, own)
  return core.guesses * (core.text === '' ? 1 : judge.check(core.text, own).guesses) < MIN_GUESSES
}
