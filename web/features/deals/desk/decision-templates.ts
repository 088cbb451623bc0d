/** Reasons to begin with. Both sides read them, so each comes in both languages. */
import type { Track } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import { m } from '#messages/compiled/messages.js'
import type { MessageText } from '#messages/message-text.ts'

interface ReasonTemplate {
  readonly label: () => string
  readonly text: () => string
}

const template = (label: () => string, text: MessageText): ReasonTemplate => ({
  label,
  text: () => LOCALES.map((locale) => text({}, { locale })).join('\n\n'),
})

const TEMPLATES: readonly ReasonTemplate[] = [
  template(m.desk_reason_not_as_agreed, m.desk_reason_not_as_agreed_text),
  template(m.desk_reason_as_agreed, m.desk_reason_as_agreed_text),
  template(m.desk_reason_part, m.desk_reason_part_text),
  template(m.desk_reason_no_proof, m.desk_reason_no_proof_text),
]

const NOT_RECEIVED: Readonly<Record<Track, ReasonTemplate>> = {
  shopping: template(m.desk_reason_not_received, m.desk_reason_not_received_text),
  services: template(m.desk_reason_no_work, m.desk_reason_no_work_text),
}

export const templatesOf = (track: Track): readonly ReasonTemplate[] => [NOT_RECEIVED[track], ...TEMPLATES]
