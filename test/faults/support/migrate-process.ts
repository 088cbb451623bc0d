// Migrates the database it is told, says when it begins and when it is done. The test kills it in between.
import { migrate } from '#server/db/migrate.ts'

process.stdout.write('begun\n')
migrate(process.env.DATABASE_URL ?? '').then(
  () => {
    process.stdout.write('done\n')
    process.exit(0)
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
