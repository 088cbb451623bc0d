/** Every sentence that other figures would change, before it is asked for and before it is approved. */
import { previewPolicy } from '#core/contract/policies.ts'
import type { FigureValues } from '#core/policy-figures.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { SentenceList } from './sentence-list.tsx'

interface SentencePreviewProps {
  readonly figures: FigureValues
  readonly disabled?: boolean
  readonly onRefused?: (error: Error) => void
}

export function SentencePreview({ figures, disabled = false, onRefused }: SentencePreviewProps) {
  const preview = useApiMutation(previewPolicy, { onError: (error) => onRefused?.(error) })
  // of other figures than those that are asked about now
  const isStale = JSON.stringify(preview.variables?.body?.figures) !== JSON.stringify(figures)
  return (
    <>
      <p>
        <Button
          busy={preview.isPending}
          disabled={disabled}
          onClick={() => preview.mutate({ body: { figures } })}
        >
          {m.policies_see()}
        </Button>
      </p>
      <div role="status">
        {preview.isPending && <p className="muted">{m.policies_reading()}</p>}
        {preview.data && !isStale && (
          <p>
            {preview.data.sentences.length === 0
              ? m.policies_no_sentences()
              : m.policies_sentences({ count: String(preview.data.sentences.length) })}{' '}
            {m.policies_deal_samples()}
          </p>
        )}
      </div>
      {preview.isError && <ErrorNotice message={errorWords(preview.error)} />}
      {preview.data && !isStale && <SentenceList sentences={preview.data.sentences} />}
    </>
  )
}
