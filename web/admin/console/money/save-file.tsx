/** A button that saves a file of the team's desks. */
import { useState } from 'react'
import { saveAs } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

interface SaveFileProps {
  readonly label: string
  /** Under which it is saved. */
  readonly name: string
  readonly read: () => Promise<Blob>
}

export function SaveFile({ label, name, read }: SaveFileProps) {
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const start = async () => {
    setState({ isBusy: true, problem: '' })
    try {
      saveAs(await read(), name)
      setState({ isBusy: false, problem: '' })
    } catch (error) {
      setState({ isBusy: false, problem: errorWords(error) })
    }
  }
  return (
    <>
      <p className="actions">
        <Button kind="quiet" busy={state.isBusy} onClick={() => void start()}>
          {label}
        </Button>
      </p>
      {state.problem !== '' && <ErrorNotice message={state.problem} />}
    </>
  )
}
