/** The rules of hadolint that can be broken by a file such as ours, by their numbers. The tool itself has no npm or Debian package. */

interface Instruction {
  readonly name: string
  readonly text: string
}

/** With lines that go on joined, and without comments. */
function instructionsOf(file: string): Instruction[] {
  const joined = file
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
  return joined
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return { name: name.toUpperCase(), text }
    })
}

interface Stage {
  readonly from: string
  readonly as: string | undefined
  readonly instructions: readonly Instruction[]
}

function stagesOf(instructions: readonly Instruction[]): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const each of instructions) {
    if (each.name !== 'FROM') stages.at(-1)?.instructions.push(each)
    else {
      const [from = '', , as] = each.text.replace(/--platform=\S+ /, '').split(/\s+/)
      stages.push({ from, as, instructions: [] })
    }
  }
  return stages
}

/** Of one instruction: what it may not say, and whether it does. */
const FORBIDDEN: readonly (readonly [rule: string, name: string, isBroken: (text: string) => boolean])[] = [
  ['DL3000 WORKDIR is absolute', 'WORKDIR', (text) => !/^["']?[/$]/.test(text)],
  ['DL3003 WORKDIR and no cd', 'RUN', (text) => /(?:^|&&|;)\s*cd\s/.test(text)],
  ['DL3004 no sudo', 'RUN', (text) => /\bsudo\b/.test(text)],
  ['DL3005 no dist-upgrade', 'RUN', (text) => /apt-get .*(?:dist-)?upgrade/.test(text)],
  [
    'DL3008 packages with their versions',
    'RUN',
    (text) =>
      /apt-get install(?: +-\S+)*(?: +(?!-)[\w.+-]+(?==\S+)=\S+)* +(?!-)[\w.+-]+(?= |$|&)(?!=)/.test(text),
  ],
  [
    'DL3009 no lists of apt are left',
    'RUN',
    (text) => /apt-get update/.test(text) && !/rm -rf \/var\/lib\/apt\/lists/.test(text),
  ],
  [
    'DL3014 apt-get install -y',
    'RUN',
    (text) => /apt-get install/.test(text) && !/ -(?:y|yq|qy)\b|--yes/.test(text),
  ],
  [
    'DL3015 no recommended packages',
    'RUN',
    (text) => /apt-get install/.test(text) && !/--no-install-recommends/.test(text),
  ],
  [
    'DL3016 npm packages with their versions',
    'RUN',
    (text) => /npm (?:install|i|add)\b(?! *(?:&|$))(?!.*@\d)/.test(text),
  ],
  ['DL3020 COPY and no ADD', 'ADD', () => true],
  ['DL3025 CMD and ENTRYPOINT as a list', 'CMD', (text) => !text.startsWith('[')],
  ['DL3025 CMD and ENTRYPOINT as a list', 'ENTRYPOINT', (text) => !text.startsWith('[')],
  ['DL3027 apt-get and no apt', 'RUN', (text) => /\bapt (?:install|update)/.test(text)],
  ['DL4000 no MAINTAINER', 'MAINTAINER', () => true],
  ['DL4005 SHELL', 'RUN', (text) => /ln .*\/bin\/sh\b/.test(text)],
]

function ofStage({ instructions }: Stage, known: readonly string[]): string[] {
  const broken: string[] = []
  const has = (name: string) => instructions.filter((each) => each.name === name)
  if (has('CMD').length > 1) broken.push('DL4003 one CMD')
  if (has('HEALTHCHECK').length > 1) broken.push('DL3012 one HEALTHCHECK')
  const hasPipefail = has('SHELL').some(({ text }) => /pipefail/.test(text))
  if (!hasPipefail && has('RUN').some(({ text }) => /[^|]\|[^|]/.test(text)))
    broken.push('DL4006 pipefail before a pipe')
  let hasFolder = false
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') hasFolder = true
    if (name !== 'COPY') continue
    const from = /--from=(\S+)/.exec(text)?.[1]
    if (from && !known.includes(from)) broken.push(`DL3022 ${from} is a stage`)
    const target = text.split(/\s+/).at(-1) ?? ''
    if (!hasFolder && !target.startsWith('/')) broken.push('DL3045 WORKDIR before a relative COPY')
  }
  return broken
}

/** The rules that a Dockerfile breaks. */
export function brokenRules(file: string): string[] {
  const all = instructionsOf(file)
  const stages = stagesOf(all)
  const broken = all.flatMap(({ name, text }) =>
    FORBIDDEN.filter(([, wanted, isBroken]) => wanted === name && isBroken(text)).map(([rule]) => rule),
  )
  const known: string[] = []
  for (const stage of stages) {
    const isStage = known.includes(stage.from)
    if (!isStage && !/[:@]/.test(stage.from)) broken.push('DL3006 an image with its version')
    if (/:latest$/.test(stage.from)) broken.push('DL3007 no latest')
    broken.push(...ofStage(stage, known))
    if (stage.as && known.includes(stage.as)) broken.push('DL3024 each stage has a name of its own')
    if (stage.as) known.push(stage.as)
  }
  if (!['FROM', 'ARG'].includes(all[0]?.name ?? '')) broken.push('DL3061 begins with FROM')
  const last = stages.at(-1)?.instructions ?? []
  const user = last.findLast(({ name }) => name === 'USER')?.text ?? 'root'
  if (/^(?:root|0)(?::|$)/.test(user)) broken.push('DL3002 the last USER is not root')
  if (!last.some(({ name }) => name === 'HEALTHCHECK')) broken.push('DL3057 HEALTHCHECK')
  return broken
}
