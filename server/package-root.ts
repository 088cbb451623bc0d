// The folder that holds package.json: the same whether this runs from TypeScript or from build/server/main.js.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('no package.json above the running program')
    folder = parent
  }
  return folder
}

export const packageRoot = findRoot()
