/** /admin/ledger: the trial balance at a moment, from there to the accounts of a group, and to the transfers of an account. */
import { Link, useSearchParams } from 'react-router'
import { ACCOUNT_GROUPS, listLedgerAccounts } from '#core/contract/ledger.ts'
import { m } from '#messages/compiled/messages.js'
import { accountName, groupName } from '#messages/ledger-text.ts'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { call } from '#web/lib/api.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { Money } from '#web/ui/values.tsx'
import { LedgerPages } from './ledger-pages.tsx'
import { LedgerTransfers } from './ledger-transfers.tsx'
import { TrialBalance } from './trial-balance.tsx'

export const meta = () => appMeta(m.ledger_title())

const LedgerPage = () => (
  <ConsolePage title={m.ledger_title()} roles={['Admin']}>
    {() => <Ledger />}
  </ConsolePage>
)

function Ledger() {
  const [search] = useSearchParams()
  const account = search.get('account')
  const group = ACCOUNT_GROUPS.find((name) => name === search.get('group'))
  const at = search.get('at') ?? ''
  const isTransfers = account !== null || search.has('transfers')
  return (
    <>
      <p className="actions">
        <Link className="button" to={href('/admin/ledger')}>
          {m.ledger_all()}
        </Link>
        <Link className="button" to={href('/admin/ledger?transfers')}>
          {m.ledger_transfers()}
        </Link>
      </p>
      {isTransfers ? (
        <LedgerTransfers key={account} account={account} />
      ) : group ? (
        <Accounts key={`${group} ${at}`} group={group} at={at} />
      ) : (
        <TrialBalance at={at} />
      )}
    </>
  )
}

interface AccountsProps {
  readonly group: (typeof ACCOUNT_GROUPS)[number]
  readonly at: string
}

const Accounts = ({ group, at }: AccountsProps) => (
  <section aria-labelledby="ledger-accounts">
    <h2 id="ledger-accounts">{groupName(group)}</h2>
    <LedgerPages
      name={[listLedgerAccounts.path, group, at]}
      load={(page, signal) =>
        call(listLedgerAccounts, { query: { ...page, group, ...(at === '' ? {} : { at }) }, signal })
      }
    >
      {(accounts) => (
        <ul className="console__list">
          {accounts.map(({ account, paise }) => (
            <li key={account}>
              <Link
                className="console__link"
                to={href(`/admin/ledger?account=${encodeURIComponent(account)}`)}
              >
                {accountName(account)}
              </Link>{' '}
              <code className="muted">{account}</code> <Money paise={paise} />
            </li>
          ))}
        </ul>
      )}
    </LedgerPages>
  </section>
)

export default LedgerPage
