import { useState } from 'react'
import { m } from '../../../../messages/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** The client's three steps (spec §2), in a dialog behind 'Click here to know more'. */
export function ReadCarefully() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <p>
        <Button kind="quiet" className="offer__over" aria-haspopup="dialog" onClick={() => setOpened(true)}>
          {m.offer_home_more()}
        </Button>
      </p>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={m.offer_read_title()}>
        <ol className="offer__next">
          <li>
            {m.offer_read_copy()}
            <br />
            <code className="offer__code">{`${location.origin}/api/transactions/services/?form_pk=…`}</code>
          </li>
          <li>{m.offer_read_paste()}</li>
          <li>{m.offer_read_accept()}</li>
        </ol>
        <p>{m.offer_read_after()}</p>
      </Dialog>
    </>
  )
}
