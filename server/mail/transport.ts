/** Where mail goes: an SMTP server, or a folder that the operator can look into. */
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

export interface Letter {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}
export interface MailTransport {
  send(letter: Letter): Promise<void>
  close(): void
}

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ url, pool: true, maxConnections: 3, ...LIMITS })
  const domain = from.split('@')[1] ?? 'localhost'
  return {
    async send({ id, html, ...letter }) {
      // the same id on every try, so that a server that took it before can tell
      const messageId = `<mail-${id}@${domain}>`
      await transport.sendMail({ ...letter, html: html ?? undefined, from, messageId })
    },
    close: () => transport.close(),
  }
}

/** The server said no to the address itself, not to the moment (SMTP 550, 551, 553). */
export const isRefusedForGood = (error: unknown): boolean =>
  [550, 551, 553].includes((error as { responseCode?: number }).responseCode ?? 0)

/**
 * One file a day, and one write for all that is sent in one turn: a file of its own for each mail, or opening it for
 * each, costs more than all else that is done for it.
 */
export function outboxTransport(folder: string): MailTransport {
  let waiting: string[] = []
  let next: Promise<void> | null = null
  const add = async (): Promise<void> => {
    await setImmediate()
    const entries = waiting.join('')
    waiting = []
    next = null
    const day = new Date().toISOString().slice(0, 10)
    const write = () => appendFile(join(folder, `${day}.txt`), entries, { mode: 0o600 })
    await write().catch(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write()
    })
  }
  return {
    send({ id, to, subject, text }) {
      waiting.push(`Mail ${id}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n`)
      next ??= add()
      return next
    },
    close: () => {},
  }
}
