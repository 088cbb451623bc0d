/** Under a message that reads like a trick: what to mind, for both sides. Found in this browser and sent nowhere. */
import { type Warning, warningsOf } from '#core/warnings.ts'
import { m } from '#messages/compiled/messages.js'
import { siteName } from '#web/lib/site.ts'
import { WarningIcon } from '#web/ui/icons.tsx'

const WORDS: Readonly<Record<Warning, (input: { name: string }) => string>> = {
  code: m.chat_warning_code,
  link: m.chat_warning_link,
  upi: m.chat_warning_upi,
  outside: m.chat_warning_outside,
  receive: m.chat_warning_receive,
}

export function MessageWarnings({ text }: { text: string }) {
  const name = siteName()
  return warningsOf(text, location.host).map((warning) => (
    <p key={warning} className="chat__warning">
      <WarningIcon />
      <span>
        <strong>{m.chat_warning()}</strong> {WORDS[warning]({ name })}
      </span>
    </p>
  ))
}
