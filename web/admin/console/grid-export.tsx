/** Takes rows of a grid along as a file: those that are selected, or all that the filter lets through. It is read as it comes. */
import { useState } from 'react'
import { EXPORT_FORMATS, type ExportFormat } from '#core/contract/deal-grid.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { saveAs } from './list-csv.tsx'
import { teamRequest } from './money/team-request.ts'

interface GridExportProps {
  readonly endpoint: Endpoint
  /** What the file is of: the selected rows, or all that the filter lets through. */
  readonly selection: Readonly<Record<string, unknown>>
  readonly isSelected: boolean
  /** Without its ending. */
  readonly file: string
}

interface Progress {
  readonly format: ExportFormat | null
  readonly bytes: number
  readonly problem: string
}
const IDLE: Progress = { format: null, bytes: 0, problem: '' }
const KIB = 1_024

const LABELS = {
  csv: [m.grid_csv_all, m.grid_csv_selected],
  xlsx: [m.grid_xlsx_all, m.grid_xlsx_selected],
} as const

export function GridExport({ endpoint, selection, isSelected, file }: GridExportProps) {
  const [progress, setProgress] = useState(IDLE)
  const start = async (format: ExportFormat) => {
    setProgress({ ...IDLE, format })
    try {
      const response = await teamRequest(endpoint, { body: { ...selection, format } } as never)
      const bytes = await readAll(response, (count) => setProgress({ ...IDLE, format, bytes: count }))
      saveAs(bytes, `${file}.${format}`)
      toast(m.grid_exported({ count: response.headers.get('x-total-count') ?? '' }))
      setProgress(IDLE)
    } catch (error) {
      setProgress({ ...IDLE, problem: errorWords(error) })
    }
  }
  return (
    <>
      {EXPORT_FORMATS.map((format) => (
        <Button
          key={format}
          busy={progress.format === format}
          disabled={progress.format !== null}
          onClick={() => void start(format)}
        >
          {LABELS[format][isSelected ? 1 : 0]()}
        </Button>
      ))}
      <span role="status">
        {progress.format !== null && m.grid_exporting({ size: String(Math.ceil(progress.bytes / KIB)) })}
      </span>
      {progress.problem !== '' && <ErrorNotice message={progress.problem} />}
    </>
  )
}

async function readAll(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const reader = response.body?.getReader()
  if (!reader) return response.blob()
  const parts: BlobPart[] = []
  let count = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    parts.push(value)
    count += value.length
    onProgress(count)
  }
}
