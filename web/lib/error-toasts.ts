/** Spec §8: errors as toasts grouped by field, 'Name: …', 'Email: …'. */
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from './api-error.ts'

type Prefix = (inputs: { text: string }) => string

const GROUPS: Readonly<Record<string, Prefix>> = {
  name: m.toast_name,
  first_name: m.toast_name,
  last_name: m.toast_name,
  email: m.toast_email,
  phone_number: m.toast_phone_number,
  payment_number: m.toast_payment_number,
  password: m.toast_password,
  message: m.toast_message,
  username: m.toast_username,
}

/** One line per message; a field without a group, and what belongs to no field, come as they are. */
export function toastLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [errorWords(error)]
  const lines = Object.entries(error.fields).flatMap(([field, messages]) =>
    messages.map((text) => GROUPS[field]?.({ text }) ?? text),
  )
  return lines.length > 0 ? [...new Set(lines)] : [error.message]
}
