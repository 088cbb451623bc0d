/** Writes a message, with files. What was typed stays until the server has it. */
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { MAX_MESSAGE, type Message, sendMessage } from '#core/contract/chat.ts'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { FilePicker } from '#web/features/deals/files/file-picker.tsx'
import { useUploads } from '#web/features/deals/files/use-uploads.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { keyOf, useApiMutation } from '#web/lib/queries.ts'
import { dealDraft } from '#web/lib/tab-draft.ts'
import { Button } from '#web/ui/button.tsx'

export function Compose({ deal, onSent }: { deal: Deal; onSent: (message: Message) => void }) {
  const id = useId()
  const [draft] = useState(() => dealDraft<{ text: string }>(deal.form_pk, 'message'))
  const [text, setText] = useState(() => draft.read().text ?? '')
  const [fileIds, setFileIds] = useState<readonly string[]>([])
  const files = useUploads(deal.form_pk, setFileIds, { isDraft: true })
  const client = useQueryClient()
  const post = useApiMutation(sendMessage, {
    onDone: (message) => {
      // they are among the files of the deal now
      if (message.files.length > 0)
        void client.invalidateQueries({ queryKey: keyOf(getDeal, { params: { form_pk: deal.form_pk } }) })
      onSent(message)
      setText('')
      draft.forget()
      setFileIds([])
      files.clear()
    },
  })
  const send = () => {
    if (text.trim() === '') return document.getElementById(id)?.focus()
    if (post.isPending || files.isBusy) return
    post.mutate({ params: { form_pk: deal.form_pk }, body: { text, file_ids: [...fileIds] } })
  }
  return (
    <form
      className="compose"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className="field__label" htmlFor={id}>
        {m.deal_chat_write()}
      </label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={MAX_MESSAGE}
        value={text}
        aria-describedby={post.isError ? `${id}-error` : undefined}
        aria-invalid={post.isError || undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          draft.write({ text: currentTarget.value })
        }}
      />
      {post.isError && (
        <p id={`${id}-error`} className="field__error" role="alert">
          {errorWords(post.error)}
        </p>
      )}
      <div className="actions">
        <Button type="submit" busy={post.isPending} disabled={files.isBusy}>
          {m.deal_chat_send()}
        </Button>
        <FilePicker label={m.deal_chat_attach()} kindOf={() => 'other'} files={files} />
      </div>
    </form>
  )
}
