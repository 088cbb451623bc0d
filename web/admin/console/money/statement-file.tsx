/** The file of a statement, as it was brought. */
import { useState } from 'react'
import { downloadStatement, type ListedStatement } from '#core/contract/statements.ts'
import { m } from '#messages/compiled/messages.js'
import { saveAs } from '#web/admin/console/selected-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { teamRequest } from './team-request.ts'

export function StatementFile({ row }: { row: ListedStatement }) {
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const start = async () => {
    setState({ isBusy: true, problem: '' })
    try {
      const response = await teamRequest(downloadStatement, { params: { id: row.id }, body: {} })
      saveAs(await response.blob(), row.file_name)
      setState({ isBusy: false, problem: '' })
    } catch (error) {
      setState({ isBusy: false, problem: errorWords(error) })
    }
  }
  return (
    <>
      <p className="actions">
        <Button kind="quiet" busy={state.isBusy} onClick={() => void start()}>
          {m.statements_file()}
        </Button>
      </p>
      {state.problem !== '' && <ErrorNotice message={state.problem} />}
    </>
  )
}
