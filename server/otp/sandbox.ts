/** Sends nothing: the code is kept where GET /api/sandbox/codes lists it. */
import type { CodeSender } from './code-sender.ts'

export const sandboxSender = (keep: (to: string, code: string) => Promise<void>): CodeSender => ({
  name: 'sandbox',
  async send({ to, code }) {
    await keep(to, code)
    return { is: 'done', providerRef: null }
  },
})
