/** What people were mailed, once the jobs have run. */
import type { TestApp } from './app.ts'
import { type Pair, type Person, pay, take } from './people.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: string
}

export class Mailbox {
  readonly #app: TestApp
  constructor(app: TestApp) {
    this.#app = app
  }

  /** Oldest first. */
  async all(email: string): Promise<Mail[]> {
    await this.#app.runJobs()
    const url = `/api/sandbox/mail?page_size=100&search=${encodeURIComponent(email)}`
    return (await this.#app.call('GET', url)).body.toReversed()
  }

  async last(who: Person): Promise<Mail> {
    const mail = (await this.all(who.email)).at(-1)
    if (!mail) throw new Error(`nothing was mailed to ${who.email}`)
    return mail
  }

  /** From a complaint of the payer to the team's table. */
  async toMediation({ payer, payee, formPk }: Pair): Promise<void> {
    const app = this.#app
    await pay(app, payer, formPk)
    await pay(app, payee, formPk)
    await take(app, payee, formPk, 'respond', { statement: 'It came in time' })
    await take(app, payer, formPk, 'escalate')
    await take(app, payee, formPk, 'escalate')
  }
}
