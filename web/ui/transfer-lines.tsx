/** A transfer of the ledger with its entries, as the team reads it. */
import { Link } from 'react-router'
import type { LedgerTransfer } from '#core/contract/deal-desk.ts'
import { accountName, transferName } from '#messages/ledger-text.ts'
import './transfer-lines.css'
import { Moment, Money } from './values.tsx'

interface TransferLinesProps {
  readonly transfers: readonly LedgerTransfer[]
  /** Where an account is looked at; none for whoever may not. */
  readonly accountHref?: (account: string) => string
}

export const TransferLines = ({ transfers, accountHref }: TransferLinesProps) => (
  <ol className="transfers">
    {transfers.map(({ id, kind, at, entries }) => (
      <li key={id}>
        <p>
          {transferName(kind)} · <Moment at={at} />
        </p>
        <dl>
          {entries.map(({ account, amount_paise }) => (
            <div key={account}>
              <dt>
                {accountHref ? (
                  <Link to={accountHref(account)}>{accountName(account)}</Link>
                ) : (
                  accountName(account)
                )}{' '}
                <code className="muted">{account}</code>
              </dt>
              <dd>
                <Money paise={amount_paise} />
              </dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ol>
)
