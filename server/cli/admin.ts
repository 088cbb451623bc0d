/**
 * `npm run admin -- create --role Admin|Mediator --phone … --email … --password … [--name "First Last"]`,
 * `… reset-second-factor --phone …`, `… end-sessions --phone …`: the team's accounts, whether the server runs or not.
 * `… new-era`: once, after pg_restore or a logical copy to another server. `… accept-clock`: the clock that jumped is right.
 * `… move-deadlines --from … --to …`: nobody could reach the service in this time.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { emailField, passwordField, phoneField, textField } from '#core/fields.ts'
import { fieldText, refusalText } from '#messages/error-text.ts'
import { readCommandConfig } from '#server/config/config.ts'
import { readOperatorContent } from '#server/config/operator-content.ts'
import { openDatabase } from '#server/db/database.ts'
import { beginSealEra } from '#server/db/seal-era.ts'
import { type Command, CommandError, reasonOf, runCommand } from '#server/lib/operator-error.ts'
import { ensureFolder } from '#server/lib/paths.ts'
import { quietLog } from '#server/log.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import { createTeamMember, endSessions, resetSecondFactor } from '#server/services/team/manage.ts'
import { acceptWallClock, giveLostTimeBack } from '#server/services/wall-clock.ts'
import { settingsFrom } from '#server/settings.ts'

const USAGE = `npm run admin -- create --role Admin|Mediator --phone … --email … --password … [--name "First Last"]
npm run admin -- reset-second-factor --phone …
npm run admin -- end-sessions --phone …
npm run admin -- new-era
npm run admin -- accept-clock
npm run admin -- move-deadlines --from 2026-11-29T18:00+05:30 --to 2026-11-30T06:00+05:30`

type Work = (inTransaction: InTransaction<Ctx>) => Promise<string>
/** Reads the flags before the database is opened. */
type AdminCommand = (args: readonly string[]) => Work

const text = { type: 'string' } as const

function flagsOf<T extends z.ZodRawShape>(args: readonly string[], shape: T): z.output<z.ZodObject<T>> {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    Object.keys(shape).map((name) => [name, text]),
  )
  const parsed = z.object(shape).safeParse(valuesOf(args, options))
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(
    ({ path, message }) => `--${String(path[0])}: ${fieldText(message, 'en')}`,
  )
  throw new CommandError(`${lines.join('\n')}\n\n${USAGE}`)
}

function valuesOf(args: readonly string[], options: ParseArgsConfig['options']) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    throw new CommandError(`${reasonOf(error)}.\n\n${USAGE}`)
  }
}

/** Longer than the sign-up form takes: nobody picks the names of the team by it. */
const NAME = textField(1, 40)

/** The first word, and the rest of them. */
const NAMES = z
  .string()
  .trim()
  .transform((name) => {
    const [first = '', ...rest] = name.split(/\s+/)
    return [first, rest.join(' ') || 'Team'] as const
  })
  .pipe(z.tuple([NAME, NAME]))

/** With its seconds, or without, as it is shown in the usage. */
const MOMENT = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
    error: 'date',
  })
  .transform((at) => new Date(at))

const MEMBER = {
  role: z.enum(['Admin', 'Mediator'], { error: 'select' }),
  phone: phoneField,
  email: emailField,
  password: passwordField,
  name: NAMES.optional(),
}

const VERBS: Readonly<Record<string, AdminCommand>> = {
  create: (args) => {
    const { name, ...member } = flagsOf(args, MEMBER)
    const [firstName, lastName] = name ?? [member.role, 'Team']
    return async (inTransaction) => {
      await createTeamMember(inTransaction, { ...member, firstName, lastName })
      return `${member.role} ${member.phone} is created.`
    }
  },
  'reset-second-factor': (args) => {
    const { phone } = flagsOf(args, { phone: phoneField })
    return async (inTransaction) => {
      await inTransaction((ctx) => resetSecondFactor(ctx, phone))
      return `${phone} has no second factor now and is signed out everywhere; the next sign-in sets a new one up.`
    }
  },
  'end-sessions': (args) => {
    const { phone } = flagsOf(args, { phone: phoneField })
    return async (inTransaction) => {
      await inTransaction((ctx) => endSessions(ctx, phone))
      return `${phone} is signed out everywhere.`
    }
  },
  'accept-clock': (args) => {
    flagsOf(args, {})
    return async (inTransaction) => {
      const at = await inTransaction(({ tx }) => acceptWallClock(tx))
      return `It is ${at.toISOString()}: deadlines go by this clock again.`
    }
  },
  'move-deadlines': (args) => {
    const lost = flagsOf(args, { from: MOMENT, to: MOMENT })
    if (lost.from >= lost.to) throw new CommandError('--to has to be after --from.')
    return async (inTransaction) => {
      const deals = await inTransaction(({ tx }) => giveLostTimeBack(tx, lost))
      return `The deadlines of ${deals} deals that fell due then, or within a day after it, have moved by its length.`
    }
  },
}

/** In the words of the pages. */
function toCommandError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'conflict')
    return new CommandError('Deadlines have been moved for a part of this time already.')
  if (error.code === 'wrong_state')
    return new CommandError(
      'No server ran up to that time, or it is less than a minute ago: the next start gives it back by itself.',
    )
  if (error.code === 'not_found') return new CommandError('No Admin or Mediator has this number.')
  const lines = Object.entries(error.fields ?? {}).flatMap(([name, codes]) =>
    codes.map((code) => `--${name}: ${fieldText(code, 'en')}`),
  )
  return new CommandError(lines.join('\n') || refusalText(error.code, 'en'))
}

/** The server does not start on such a database, so it is not opened as the server's. */
async function newEra(args: readonly string[]): Promise<void> {
  flagsOf(args, {})
  const config = readCommandConfig()
  ensureFolder(config.dataDir)
  const embedded = config.ownerUrl ? null : await startEmbedded(config.dataDir, console.log)
  try {
    const hasBegun = await beginSealEra(config.ownerUrl ?? embedded?.url ?? '')
    console.log(
      hasBegun
        ? 'A new era of seals has begun, and the books are sound: npm start'
        : 'Nothing was changed: the rows of this database are its own, and need no new era.',
    )
  } finally {
    await embedded?.stop()
  }
}

const admin: Command = async ([verb = '', ...args]) => {
  if (verb === 'new-era') return newEra(args)
  const work = VERBS[verb]?.(args)
  if (!work) throw new CommandError(USAGE)
  const config = readCommandConfig()
  const settings = settingsFrom(config, readOperatorContent(config.contentDir))
  ensureFolder(config.dataDir)
  const database = await openDatabase(config, quietLog)
  try {
    console.log(await work((fn) => database.runInTransaction((tx, now) => fn({ tx, now, settings }))))
  } catch (error) {
    throw toCommandError(error)
  } finally {
    await database.stop()
  }
}

runCommand(admin)
