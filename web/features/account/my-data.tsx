/** A copy of all data about this user, as a file. */
import { useState } from 'react'
import { exportMyData } from '#core/contract/account.ts'
import { m } from '#messages/compiled/messages.js'
import { call } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

export function MyData() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const fetchCopy = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const copy = await call(exportMyData, {})
      downloadText(JSON.stringify(copy, null, 2), `my-data-${copy.made_at.slice(0, 10)}.json`)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="my-data">
      <h2 id="my-data">{m.account_data()}</h2>
      <p>{m.account_data_text()}</p>
      {error !== undefined && <ErrorNotice message={errorWords(error)} />}
      <Button busy={isBusy} onClick={() => void fetchCopy()}>
        {isBusy ? m.account_data_busy() : m.account_data_button()}
      </Button>
    </section>
  )
}

function downloadText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
