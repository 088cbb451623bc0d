import { m } from '#messages/compiled/messages.js'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A key or a secret in the only answer that has it. */
export function ShownOnce({ text, what }: { text: string; what: string }) {
  return (
    <Notice kind="next" title={m.dev_once()} live>
      <p className="dev__secret">
        <code>{text}</code>
      </p>
      <CopyButton text={text} what={what} />
    </Notice>
  )
}
