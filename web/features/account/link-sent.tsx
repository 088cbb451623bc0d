/** After a link was asked for: the answer is the same whether the account exists or not. */
import { m } from '#messages/compiled/messages.js'
import { SANDBOX } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LinkSentProps {
  readonly text: string
  /** What the button for a mistyped number or address says. */
  readonly again: string
  readonly onAgain: () => void
}

export const LinkSent = ({ text, again, onAgain }: LinkSentProps) => (
  <>
    <Notice kind="arrived" title={m.account_reset_sent_title()} live>
      <p>{text}</p>
      {SANDBOX && (
        <p>
          <a className="tap-target" href="/api/sandbox/mail">
            {m.account_reset_sandbox()}
          </a>
        </p>
      )}
    </Notice>
    <p>
      <Button kind="quiet" onClick={onAgain}>
        {again}
      </Button>
    </p>
  </>
)
