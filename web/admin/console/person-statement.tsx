/** The statement of a person as a file; a second factor is asked for on the way. */
import { useState } from 'react'
import { personStatement, STATEMENT_FORMATS } from '#core/contract/ledger.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { locale } from '#web/lib/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { teamRequest } from './money/team-request.ts'
import { saveAs } from './selected-csv.tsx'

export function PersonStatement({ id }: { id: number }) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const get = async (format: (typeof STATEMENT_FORMATS)[number]) => {
    setBusy(format)
    setProblem('')
    try {
      const response = await teamRequest(personStatement, {
        params: { id: String(id) },
        body: { format, lang: locale() },
      })
      saveAs(await response.blob(), `statement-${id}.${format}`)
    } catch (error) {
      setProblem(errorWords(error))
    }
    setBusy(null)
  }
  return (
    <>
      <p className="actions">
        {STATEMENT_FORMATS.map((format) => (
          <Button
            key={format}
            busy={busy === format}
            disabled={busy !== null}
            onClick={() => void get(format)}
          >
            {m.statement_get({ format: format.toUpperCase() })}
          </Button>
        ))}
      </p>
      {problem !== '' && <ErrorNotice message={problem} />}
    </>
  )
}
