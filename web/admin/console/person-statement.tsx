/** The statement of a person as a file, of all days or of some; a second factor is asked for on the way. */
import { useState } from 'react'
import { personStatement, STATEMENT_FORMATS } from '#core/contract/ledger.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { locale } from '#web/lib/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { saveAs } from './list-csv.tsx'
import { teamRequest } from './money/team-request.ts'

const DAYS = [
  ['from', m.admin_coupon_from],
  ['to', m.admin_coupon_until],
] as const

export function PersonStatement({ id }: { id: number }) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [days, setDays] = useState({ from: '', to: '' })
  const get = async (format: (typeof STATEMENT_FORMATS)[number]) => {
    setBusy(format)
    setProblem('')
    try {
      const response = await teamRequest(personStatement, {
        params: { id: String(id) },
        body: { format, lang: locale(), from: days.from || undefined, to: days.to || undefined },
      })
      saveAs(await response.blob(), `statement-${id}.${format}`)
    } catch (error) {
      setProblem(errorWords(error))
    }
    setBusy(null)
  }
  return (
    <section aria-labelledby="person-statement">
      <h3 id="person-statement">{m.statement_title()}</h3>
      <div className="console__days">
        {DAYS.map(([name, label]) => (
          <label key={name}>
            <span className="field__label">{label()}</span>
            <input
              className="input"
              type="date"
              value={days[name]}
              onChange={({ currentTarget: { value } }) => setDays((known) => ({ ...known, [name]: value }))}
            />
          </label>
        ))}
      </div>
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
    </section>
  )
}
