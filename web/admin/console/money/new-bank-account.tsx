/** An account of ours and what is on it before its first statement; for a bank that we do not know, its headings too. */
import { addBankAccount, bankAccountFields, listBankAccounts } from '#core/contract/statements.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { parseRupees } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts.tsx'

const COLUMN_WORDS = {
  date: m.accounts_col_date,
  valueDate: m.accounts_col_value_date,
  narration: m.accounts_col_narration,
  ref: m.accounts_col_ref,
  debit: m.accounts_col_debit,
  credit: m.accounts_col_credit,
  amount: m.accounts_col_amount,
  flag: m.accounts_col_flag,
  balance: m.accounts_col_balance,
} as const
type MappedColumn = keyof typeof COLUMN_WORDS
const COLUMNS = Object.keys(COLUMN_WORDS) as MappedColumn[]
const LONGEST_HEADING = 60

const START = {
  ...{ bank: '', account: '', opening_paise: '', own_names: '', dateForm: 'dmy' },
  ...(Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Record<MappedColumn, string>),
}
const { bank, account } = bankAccountFields.shape
const heading = (text: unknown) => (String(text).length > LONGEST_HEADING ? [`max:${LONGEST_HEADING}`] : [])
const RULES = {
  bank: (text: unknown) => fieldProblems(bank, text),
  account: (text: unknown) => fieldProblems(account, text),
  opening_paise: (text: unknown) => (parseRupees(String(text)) === null ? ['rupees'] : []),
  ...(Object.fromEntries(COLUMNS.map((column) => [column, heading])) as Record<MappedColumn, typeof heading>),
}
const DATE_FORMS = [
  { value: 'dmy', label: m.accounts_date_dmy },
  { value: 'mdy', label: m.accounts_date_mdy },
  { value: 'ymd', label: m.accounts_date_ymd },
] as const

const bodyOf = ({ dateForm, ...values }: typeof START) => {
  const columns = COLUMNS.map((column) => [column, values[column].trim()] as const).filter(
    ([, text]) => text !== '',
  )
  return {
    bank: values.bank,
    account: values.account,
    opening_paise: parseRupees(values.opening_paise) ?? 0,
    own_names: values.own_names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    mapping:
      columns.length === 0
        ? null
        : { columns: Object.fromEntries(columns), dateForm: dateForm as 'dmy' | 'mdy' | 'ymd' },
  }
}

export function NewBankAccount() {
  const { field, values, attempt, summary, showErrors, reset } = useFields(START, RULES)
  const add = useApiMutation(addBankAccount, {
    refresh: [listBankAccounts],
    onDone: () => {
      reset()
      toast(m.accounts_added())
    },
  })
  const hasPlace = (Object.keys(START) as (keyof typeof START)[]).some((name) => field(name).error)
  const send = () => add.mutate({ body: bodyOf(values) }, { onError: showErrors })
  return (
    <section aria-labelledby="new-account">
      <h2 id="new-account">{m.accounts_new()}</h2>
      <form
        className="console__form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!add.isPending) attempt(send)
        }}
      >
        <ErrorSummary {...summary} />
        <TextField {...field('bank')} label={m.accounts_bank()} placeholder="HDFC" />
        <TextField {...field('account')} inputMode="numeric" label={m.accounts_number()} />
        <TextField
          {...field('opening_paise')}
          inputMode="decimal"
          prefix="₹"
          label={m.accounts_opening()}
          hint={m.accounts_opening_hint()}
        />
        <TextField
          {...field('own_names')}
          optional
          label={m.accounts_own_names()}
          hint={m.accounts_own_names_hint()}
        />
        <details>
          <summary className="money__summary">{m.accounts_mapping()}</summary>
          <p className="muted">{m.accounts_mapping_text()}</p>
          {COLUMNS.map((column) => (
            <TextField key={column} {...field(column)} optional label={COLUMN_WORDS[column]()} />
          ))}
          <SelectField
            {...field('dateForm')}
            label={m.accounts_date_form()}
            options={DATE_FORMS.map(({ value, label }) => ({ value, label: label() }))}
          />
        </details>
        {add.isError && !hasPlace && <ErrorNotice message={errorWords(add.error)} />}
        <Button type="submit" kind="next" busy={add.isPending}>
          {m.accounts_add()}
        </Button>
      </form>
    </section>
  )
}
