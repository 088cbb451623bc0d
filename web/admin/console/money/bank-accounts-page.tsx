/** /admin/bank-accounts: the operator's own accounts, and what files of payouts say of each. */
import { listBankAccounts } from '#core/contract/statements.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NewBankAccount } from './new-bank-account.tsx'
import { PayoutFileForm } from './payout-file-form.tsx'
import './money.css'

export const meta = () => appMeta(m.accounts_title())

const BankAccountsPage = () => (
  <ConsolePage title={m.accounts_title()} roles={['Admin']}>
    {() => (
      <>
        <Accounts />
        <NewBankAccount />
      </>
    )}
  </ConsolePage>
)

function Accounts() {
  const read = useApiQuery(listBankAccounts, {})
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  return (
    <section aria-labelledby="own-accounts">
      <h2 id="own-accounts">{m.accounts_list()}</h2>
      {read.data.length === 0 && <p className="muted">{m.money_accounts_none()}</p>}
      <ul className="console__list">
        {read.data.map((account) => (
          <li key={account.id}>
            <article aria-label={`${account.bank} ••${account.account.slice(-4)}`}>
              <h3>
                {account.bank} ••{account.account.slice(-4)}
              </h3>
              <p>
                {account.payout_file
                  ? m.accounts_file_now({
                      ifsc: account.payout_file.ifsc,
                      code: account.payout_file.client_code,
                    })
                  : m.accounts_file_unset()}
              </p>
              <PayoutFileForm account={account} />
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default BankAccountsPage
