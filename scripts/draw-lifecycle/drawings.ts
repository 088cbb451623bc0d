/** Every file that is drawn from the table, by its path. */
import { STATES, STATUSES } from '#core/lifecycle/states.ts'
import { TRANSITIONS } from '#core/lifecycle/transitions.ts'
import { drawChart } from './chart.ts'
import { drawDocument } from './document.ts'
import { rowWords, stateWords, withLocale } from './words.ts'

export function drawings(): Map<string, string> {
  const english = withLocale('en', drawChart)
  return new Map([
    ['docs/lifecycle.md', withLocale('en', drawDocument)],
    // on its own a chart has no page to take its colour from
    ['docs/lifecycle.svg', english.replace('<style>', '<style>svg{color:#1d2350;background:#fff}')],
    ['content/generated/lifecycle.svg', english],
    ['content/generated/lifecycle.hi.svg', withLocale('hi', drawChart)],
    ['content/generated/lifecycle.json', `${JSON.stringify(data(), null, 2)}\n`],
  ])
}

const both = (say: () => string) => ({ en: withLocale('en', say), hi: withLocale('hi', say) })

const data = () => ({
  states: STATUSES.map((status) => ({ status, ...STATES[status], name: both(() => stateWords(status)) })),
  transitions: TRANSITIONS.map((row) => ({ ...row, words: both(() => rowWords(row)) })),
})
