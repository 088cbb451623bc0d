/** The folder for everything that this installation keeps. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the folder and those above it that are missing; throws the system's own error where that cannot be done.
 * One by one: Node's recursive mkdir never ends in places such as /proc.
 */
export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!found && dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}
