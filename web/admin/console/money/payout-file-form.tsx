/** What files of payouts say of an account of ours: the bank's own codes, and a layout where it has none that we know. */
import { useId } from 'react'
import type { Answer } from '#core/contract/endpoint.ts'
import { payoutFileFields, setPayoutFile } from '#core/contract/payout-batches.ts'
import { listBankAccounts } from '#core/contract/statements.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { payoutTemplate } from '#core/payout-files/template.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'

const { ifsc, client_code } = payoutFileFields.shape

/** Undefined: what is written is no layout; null: nothing is written. */
function templateOf(text: string) {
  if (text.trim() === '') return null
  try {
    return payoutTemplate.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const NAMES = ['ifsc', 'client_code', 'template'] as const
const RULES = {
  ifsc: (text: unknown) => fieldProblems(ifsc, text),
  client_code: (text: unknown) => fieldProblems(client_code, text),
  template: (text: unknown) => (templateOf(String(text)) === undefined ? ['template'] : []),
}

export function PayoutFileForm({ account }: { account: Answer<typeof listBankAccounts>[number] }) {
  const id = useId()
  const { field, values, attempt, summary, showErrors } = useFields(
    {
      ifsc: account.payout_file?.ifsc ?? '',
      client_code: account.payout_file?.client_code ?? '',
      template: '',
    },
    RULES,
    // several of them on a page
    `${id}-`,
  )
  const save = useApiMutation(setPayoutFile, {
    refresh: [listBankAccounts],
    onDone: () => toast(m.accounts_file_saved()),
  })
  const hasPlace = NAMES.some((name) => field(name).error)
  const send = () =>
    save.mutate(
      {
        params: { id: account.id },
        body: {
          ifsc: values.ifsc,
          client_code: values.client_code,
          template: templateOf(values.template) ?? null,
        },
      },
      { onError: showErrors },
    )
  return (
    <details>
      <summary className="money__summary">{m.accounts_file()}</summary>
      <form
        className="console__form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) attempt(send)
        }}
      >
        <ErrorSummary {...summary} />
        <TextField {...field('ifsc')} label={m.accounts_ifsc()} />
        <TextField
          {...field('client_code')}
          label={m.accounts_client_code()}
          hint={m.accounts_client_code_hint()}
        />
        <ProseField
          {...field('template')}
          optional
          label={m.accounts_template()}
          hint={m.accounts_template_hint()}
        />
        {save.isError && !hasPlace && <ErrorNotice message={errorWords(save.error)} />}
        <Button type="submit" kind="next" busy={save.isPending}>
          {m.accounts_file_save()}
        </Button>
      </form>
    </details>
  )
}
