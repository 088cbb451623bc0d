import { type ReactNode, useState } from 'react'
import { errorWords } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { PaperIcon } from '../../../ui/icons.tsx'

/** Fetches a file and keeps it; what kept it from coming is said below. */
export function SaveButton({ children, onSave }: { children: ReactNode; onSave: () => Promise<void> }) {
  const [state, setState] = useState<{ busy: boolean; problem: string }>({ busy: false, problem: '' })
  const save = () => {
    setState({ busy: true, problem: '' })
    onSave().then(
      () => setState({ busy: false, problem: '' }),
      (error: unknown) => setState({ busy: false, problem: errorWords(error) }),
    )
  }
  return (
    <>
      <Button className="file__name" busy={state.busy} onClick={save}>
        <PaperIcon />
        <span>{children}</span>
      </Button>
      {state.problem !== '' && (
        <p className="field__error" role="alert">
          {state.problem}
        </p>
      )}
    </>
  )
}
