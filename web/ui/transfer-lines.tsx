/** A transfer of the ledger with its entries, as the team reads it. */
import type { LedgerTransfer } from '#core/contract/deal-desk.ts'
import { accountName, transferName } from '#messages/ledger-text.ts'
import './transfer-lines.css'
import { Moment, Money } from './values.tsx'

export const TransferLines = ({ transfers }: { transfers: readonly LedgerTransfer[] }) => (
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
                {accountName(account)} <code className="muted">{account}</code>
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
