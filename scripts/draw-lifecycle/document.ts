/** docs/lifecycle.md: the table row by row, and the chart as Mermaid text for who reads it in a terminal. */
import { STATES, type Status } from '#core/lifecycle/states.ts'
import { TRANSITIONS, type Transition } from '#core/lifecycle/transitions.ts'
import { rowWords, stateWords } from './words.ts'

const HEAD = `# The life of a deal

Drawn from \`core/lifecycle/transitions.ts\` by \`node --import tsx scripts/draw-lifecycle.ts\`; do not edit it by hand, a test
compares it with the table. A deal is always in exactly one state. **■** ends it: its hold is at zero then, which the
database checks. *payer* is the Buyer or Client, *payee* the Seller or freelancer.

![The states of a deal and the moves between them](lifecycle.svg)

A test over the table proves that from every state an end is reached by deadlines alone, so no money can be stuck
(\`core/lifecycle/decide.test.ts\`), and another walks every row over HTTP (\`test/http/returns-disputes.test.ts\`).
`

const mark = (status: Status): string => (STATES[status].terminal ? `${status} ■` : status)

function row(transition: Transition): string {
  const what =
    'lapse' in transition.on
      ? `*${transition.on.lapse}* passes`
      : `\`${transition.on.action}\` · ${transition.on.by}`
  const condition = [transition.track, transition.when].filter(Boolean).join(', ')
  const money = [transition.hold && `hold: ${transition.hold}`, transition.fees && `fees: ${transition.fees}`]
    .filter(Boolean)
    .join('; ')
  const cells = [transition.from ?? '–', what, condition, mark(transition.to), money, rowWords(transition)]
  return `| ${cells.join(' | ')} |`
}

const table = (): string =>
  ['| from | on | when | to | money | in words |', '|---|---|---|---|---|---|', ...TRANSITIONS.map(row)].join(
    '\n',
  )

function mermaid(): string {
  const names = [...new Set(TRANSITIONS.flatMap(({ from, to }) => (from ? [from, to] : [to])))]
  const label = ({ on }: Transition): string => ('lapse' in on ? `${on.lapse} passes` : on.action)
  const edges = TRANSITIONS.map((item) => `  ${item.from ?? '[*]'} --> ${item.to}: ${label(item)}`)
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...names.map((name) => `  ${name}: ${stateWords(name)}`),
    ...new Set(edges),
    ...names.filter((name) => STATES[name].terminal).map((name) => `  ${name} --> [*]`),
    '```',
  ].join('\n')
}

export const drawDocument = (): string =>
  `${HEAD}\n## Every row\n\n${table()}\n\n## The chart as text\n\n${mermaid()}\n`
