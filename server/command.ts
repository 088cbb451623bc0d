/** A command for the operator: what he can mend is one line and exit 1. */
export class Trouble extends Error {
  override name = 'Trouble'
}

export type Command = (args: readonly string[]) => Promise<void>

export function runCommand(command: Command): void {
  command(process.argv.slice(2)).then(
    () => process.exit(0),
    (error: Error) => {
      console.error(/Trouble$|^ConfigError$/.test(error.name) ? error.message : error)
      process.exit(1)
    },
  )
}
