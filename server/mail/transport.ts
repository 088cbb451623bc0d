/** Where emails go: an SMTP server, or a folder for an operator to read. */
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

interface EmailMessage {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}
export interface EmailTransport {
  send(email: EmailMessage): Promise<void>
  close(): void
}

/** Elsewhere a relay without TLS would be sent links that sign in, for all on the way to read; `?requireTLS=false` allows it. */
const isOwnMachine = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpTransport(url: string, from: string): EmailTransport {
  const requireTLS = !isOwnMachine(url)
  const transport = createTransport({ url, requireTLS, pool: true, maxConnections: 3, ...LIMITS })
  const domain = from.split('@')[1] ?? 'localhost'
  return {
    async send({ id, html, ...email }) {
      // the same id on every try, so that a server can recognise an email it has already accepted
      const messageId = `<mail-${id}@${domain}>`
      await transport.sendMail({ ...email, html: html ?? undefined, from, messageId })
    },
    close: () => transport.close(),
  }
}

/** The server rejected the address for good, not for now (SMTP 550, 551, 553). */
export const isPermanentFailure = (error: unknown): boolean =>
  [550, 551, 553].includes((error as { responseCode?: number }).responseCode ?? 0)

/**
 * One file a day. Appends are batched: one open per tick instead of one per email, which would cost more than
 * everything else done for it.
 */
export function outboxTransport(folder: string): EmailTransport {
  let pending: string[] = []
  let nextWrite: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await setImmediate()
    const entries = pending.join('')
    pending = []
    nextWrite = null
    const day = new Date().toISOString().slice(0, 10)
    const write = () => appendFile(join(folder, `${day}.txt`), entries, { mode: 0o600 })
    await write().catch(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write()
    })
  }
  return {
    send({ id, to, subject, text }) {
      pending.push(`Email ${id}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n`)
      nextWrite ??= flush()
      return nextWrite
    },
    close: () => {},
  }
}
