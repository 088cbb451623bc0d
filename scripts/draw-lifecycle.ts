// Draws docs/lifecycle.md and the charts of content/generated from core/lifecycle. A test says when they are old:
//   node --import tsx scripts/draw-lifecycle.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawings } from './draw-lifecycle/drawings.ts'

const root = join(import.meta.dirname, '..')
for (const [name, text] of drawings()) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
  console.log(name)
}
