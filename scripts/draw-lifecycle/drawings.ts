/** Every file that is drawn from the table, by its path. */
import { STATES, STATUSES } from '../../core/lifecycle/states.ts'
import { TRANSITIONS } from '../../core/lifecycle/transitions.ts'
import { drawChart } from './chart.ts'
import { drawDocument } from './document.ts'
import { moveWords, speak, stateWords } from './words.ts'

export function drawings(): Map<string, string> {
  const english = speak('en', drawChart)
  return new Map([
    ['docs/lifecycle.md', speak('en', drawDocument)],
    // on its own a chart has no page to take its colour from
    ['docs/lifecycle.svg', english.replace('<style>', '<style>svg{color:#1d2350;background:#fff}')],
    ['content/generated/lifecycle.svg', english],
    ['content/generated/lifecycle.hi.svg', speak('hi', drawChart)],
    ['content/generated/lifecycle.json', `${JSON.stringify(data(), null, 2)}\n`],
  ])
}

const both = (say: () => string) => ({ en: speak('en', say), hi: speak('hi', say) })

const data = () => ({
  states: STATUSES.map((status) => ({ status, ...STATES[status], name: both(() => stateWords(status)) })),
  transitions: TRANSITIONS.map((row) => ({ ...row, words: both(() => moveWords(row)) })),
})
