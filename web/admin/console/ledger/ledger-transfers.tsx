/** Transfers of one account, or of all, and where an account's deal or person is. */
import { Link } from 'react-router'
import { listLedgerTransfers } from '#core/contract/ledger.ts'
import { m } from '#messages/compiled/messages.js'
import { accountName } from '#messages/ledger-text.ts'
import { call } from '#web/lib/api.ts'
import { href } from '#web/lib/locale.ts'
import { TransferLines } from '#web/ui/transfer-lines.tsx'
import { LedgerPages } from './ledger-pages.tsx'

export const LedgerTransfers = ({ account }: { account: string | null }) => (
  <section aria-labelledby="ledger-transfers">
    <h2 id="ledger-transfers">{account === null ? m.ledger_transfers() : accountName(account)}</h2>
    {account !== null && <Subject account={account} />}
    <LedgerPages
      name={[listLedgerTransfers.path, account]}
      load={(page, signal) =>
        call(listLedgerTransfers, { query: { ...page, ...(account === null ? {} : { account }) }, signal })
      }
    >
      {(transfers) => (
        <TransferLines
          transfers={transfers}
          accountHref={(code) => href(`/admin/ledger?account=${encodeURIComponent(code)}`)}
        />
      )}
    </LedgerPages>
  </section>
)

/** The deal or the person that the account is of. */
function Subject({ account }: { account: string }) {
  const [group, id] = account.split(':')
  const isDeal = group === 'hold' || group === 'fee_hold'
  // `payable:strangers` is of nobody we know
  const isPerson = (group === 'payable' || group === 'receivable') && Number(id) > 0
  return (
    <p>
      <code>{account}</code>{' '}
      {(isDeal || isPerson) && (
        <Link className="console__link" to={href(isDeal ? `/deals/${id}` : `/admin/people/${id}`)}>
          {isDeal ? m.ledger_deal() : m.ledger_person()}
        </Link>
      )}
    </p>
  )
}
