/** `npm run migrate`: brings the database up to this program, as the owner, and ends; servers start with MIGRATE=0 then. */
import { readCommandConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { refuseSharedConnections } from '#server/db/pooler-check.ts'
import { type Command, CommandError, runCommand } from '#server/lib/operator-error.ts'
import { ensureFolder } from '#server/lib/paths.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'

const migrateDatabase: Command = async (args) => {
  if (args.length > 0) throw new CommandError(`npm run migrate takes nothing, and got ${args.join(' ')}.`)
  const config = readCommandConfig()
  ensureFolder(config.dataDir)
  const embedded = config.ownerUrl ? null : await startEmbedded(config.dataDir, console.log)
  try {
    const url = config.ownerUrl ?? embedded?.url ?? ''
    await refuseSharedConnections(url)
    const applied = await migrate(url, {
      onWait: () => console.log('Another process migrates this database: waiting for it.'),
    })
    for (const name of applied) console.log(`applied ${name}`)
    console.log('The database is up to this program.')
  } finally {
    await embedded?.stop()
  }
}

runCommand(migrateDatabase)
