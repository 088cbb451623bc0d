/** The fonts of PDF documents, and which characters they have. */
import { join } from 'node:path'
import { Font } from '@react-pdf/renderer'
import { packageRoot } from '#server/lib/paths.ts'

/** The first family that has a character draws it. Ranges as in content/fonts. */
const FAMILIES = {
  Latin: {
    file: 'noto-sans-latin',
    characters:
      '\\u{0000}-\\u{00FF}\\u{0131}\\u{0152}-\\u{0153}\\u{02BB}-\\u{02BC}\\u{02C6}\\u{02DA}\\u{02DC}\\u{0304}\\u{0308}\\u{0329}' +
      '\\u{2000}-\\u{206F}\\u{20AC}\\u{2122}\\u{2191}\\u{2193}\\u{2212}\\u{2215}\\u{FEFF}\\u{FFFD}',
  },
  Rupee: {
    file: 'noto-sans-latin-ext',
    characters:
      '\\u{0100}-\\u{02BA}\\u{02BD}-\\u{02C5}\\u{02C7}-\\u{02CC}\\u{02CE}-\\u{02D7}\\u{02DD}-\\u{02FF}\\u{1D00}-\\u{1DBF}' +
      '\\u{1E00}-\\u{1E9F}\\u{1EF2}-\\u{1EFF}\\u{20A0}-\\u{20AB}\\u{20AD}-\\u{20C0}\\u{2113}\\u{2C60}-\\u{2C7F}\\u{A720}-\\u{A7FF}',
  },
  Deva: {
    file: 'noto-sans-devanagari',
    characters:
      '\\u{0900}-\\u{097F}\\u{1CD0}-\\u{1CF9}\\u{20F0}\\u{25CC}\\u{A830}-\\u{A839}\\u{A8E0}-\\u{A8FF}\\u{11B00}-\\u{11B09}',
  },
} as const

const WEIGHTS = [400, 600]

let isRegistered = false
export function registerFonts(): void {
  if (isRegistered) return
  for (const [family, { file }] of Object.entries(FAMILIES))
    Font.register({
      family,
      fonts: WEIGHTS.map((fontWeight) => ({
        src: join(packageRoot, 'content', 'fonts', `${file}-${fontWeight}.ttf`),
        fontWeight,
      })),
    })
  // words break at spaces alone: a syllable of Devanagari is several letters
  Font.registerHyphenationCallback((word) => [word])
  isRegistered = true
}

const characters = Object.values(FAMILIES)
  .map((family) => family.characters)
  .join('')
const UNDRAWABLE = new RegExp(`[^${characters}]+`, 'gu')
const REPLACEMENT = '\ufffd'

/** People write emoji and other scripts too. A character that no font has would be drawn over its neighbours. */
export const drawableText = (text: string): string => text.replace(UNDRAWABLE, REPLACEMENT)
