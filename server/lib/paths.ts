/** The folder of this program, and folders that it makes. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('no package.json above the running program')
    folder = parent
  }
  return folder
}

/** The folder that holds package.json: the same whether this runs from TypeScript or from build/server/main.js. */
export const packageRoot = findPackageRoot()

export const programVersion: string = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
).version

/**
 * Makes the folder and its missing parents; throws the system's own error where that cannot be done.
 * One by one: Node's recursive mkdir never returns in places such as /proc.
 */
export function ensureFolder(path: string): void {
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing?.isDirectory()) return
  if (!existing && dirname(path) !== path) ensureFolder(dirname(path))
  mkdirSync(path)
}
