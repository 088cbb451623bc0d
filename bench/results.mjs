// bench/RESULTS.md in sections, each written by one command and replaced as a whole; the rest of the file stays.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { inRoot } from '#scripts/lib/run.mjs'

const FILE = inRoot('bench', 'RESULTS.md')

/** Day and machine; a load from other work slows what is timed. */
export function circumstances() {
  const [cpu] = cpus()
  const size = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`
  return `${new Date().toISOString().slice(0, 10)} · ${size}, Node ${process.version}, load ${loadavg()[1].toFixed(1)}`
}

export const commit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

export function writeSection(name, command, section) {
  const [from, to] = [`<!-- ${name}: written by ${command} -->`, `<!-- /${name} -->`]
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Results\n'
  const block = `${from}\n${section}${to}`
  const [start, end] = [text.indexOf(from), text.indexOf(to)]
  const next =
    start >= 0 && end > start
      ? text.slice(0, start) + block + text.slice(end + to.length)
      : `${text.trimEnd()}\n\n${block}\n`
  writeFileSync(FILE, next)
  console.log(section)
}
