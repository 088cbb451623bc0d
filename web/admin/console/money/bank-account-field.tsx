/** Which of the operator's bank accounts: by its bank and the end of its number. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { listBankAccounts } from '#core/contract/statements.ts'
import { SelectField } from '#web/ui/field.tsx'

interface BankAccountFieldProps {
  readonly label: string
  readonly accounts: Answer<typeof listBankAccounts>
  /** Its id. */
  readonly value: string
  readonly onChange: (id: string) => void
}

export const BankAccountField = ({ label, accounts, value, onChange }: BankAccountFieldProps) => (
  <SelectField
    name="bank_account"
    label={label}
    options={accounts.map(({ id, bank, account }) => ({
      value: id,
      label: `${bank} ••${account.slice(-4)}`,
    }))}
    value={value}
    onChange={(chosen) => onChange(String(chosen))}
    error={undefined}
    spoken=""
    onBlur={() => {}}
  />
)
