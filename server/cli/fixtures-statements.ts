/**
 * `npm run fixtures:statements -- STATE.json`: the world of the sample bank statements in an empty database, for trials.
 * Prints `[{"account", "id"}]`: the bank accounts that files can be uploaded for.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { createStatementWorld, statementWorld } from '#server/cli/statement-world.ts'
import { readConfig } from '#server/config/config.ts'
import { readOperatorContent } from '#server/config/operator-content.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Command, CommandError, reasonOf, runCommand } from '#server/lib/operator-error.ts'
import { ensureFolder } from '#server/lib/paths.ts'
import { quietLog } from '#server/log.ts'
import { settingsFrom } from '#server/settings.ts'

const USAGE = 'npm run fixtures:statements -- STATE.json'

function readWorld(file: string) {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${reasonOf(error)}`)
  }
  const parsed = statementWorld.safeParse(content)
  if (parsed.success) return parsed.data
  throw new CommandError(`${file} is no state of sample statements:\n${z.prettifyError(parsed.error)}`)
}

const createFixtures: Command = async ([file]) => {
  if (!file) throw new CommandError(USAGE)
  const world = readWorld(file)
  const config = readConfig()
  const settings = settingsFrom(config, readOperatorContent(config.contentDir))
  ensureFolder(config.dataDir)
  const database = await openDatabase(config, quietLog)
  try {
    const accounts = await createStatementWorld(
      (fn) => database.runInTransaction((tx, now) => fn({ tx, now, settings })),
      world,
    )
    console.log(JSON.stringify(accounts))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new CommandError('There are bank accounts already: the samples need a database without any.')
  } finally {
    await database.stop()
  }
}

runCommand(createFixtures)
