/** /admin/payouts: what is owed leaves in files that two Admins answer for, or one UPI id after the other. */
import { useState } from 'react'
import { moneyToday } from '#core/contract/money-today.ts'
import {
  type HandPayout,
  listHandPayouts,
  listPayoutBatches,
  makePayoutBatch,
} from '#core/contract/payout-batches.ts'
import { listBankAccounts } from '#core/contract/statements.ts'
import { PAYOUT_FORMATS, type PayoutFormat } from '#core/payout-files/formats.ts'
import { m } from '#messages/compiled/messages.js'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { WaitingPayouts } from '#web/admin/console/waiting-payouts.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Money } from '#web/ui/values.tsx'
import { BankAccountField } from './bank-account-field.tsx'
import { HandList } from './hand-list.tsx'
import { PayoutBatches } from './payout-batches.tsx'
import './money.css'

export const meta = () => appMeta(m.payouts_title())

const PayoutsPage = () => (
  <ConsolePage title={m.payouts_title()} roles={['Admin']}>
    {() => (
      <>
        <ByHand />
        <PayoutBatches />
        <WaitingPayouts />
      </>
    )}
  </ConsolePage>
)

function ByHand() {
  const read = useApiQuery(listHandPayouts, {}, { refetchInterval: 60_000 })
  if (read.isPending) return <Skeleton bars={4} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const free = read.data.filter(({ batch_id }) => batch_id === null)
  return (
    <>
      <NewBatch payouts={free.filter(({ kind, shown }) => kind === 'bank' && shown === null)} />
      <HandList payouts={free.filter(({ kind }) => kind === 'upi')} />
    </>
  )
}

const FORMAT_WORDS: Readonly<Record<PayoutFormat, () => string>> = {
  hdfc_enet: m.payouts_format_hdfc,
  icici_cib: m.payouts_format_icici,
  generic: m.payouts_format_generic,
  template: m.payouts_format_template,
}

function NewBatch({ payouts }: { payouts: readonly HandPayout[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const accounts = useApiQuery(listBankAccounts, {})
  const [chosen, setChosen] = useState('')
  const [format, setFormat] = useState<PayoutFormat>('generic')
  const make = useApiMutation(makePayoutBatch, {
    refresh: [listHandPayouts, listPayoutBatches, moneyToday],
    onDone: () => toast(m.payouts_made()),
  })
  const account = chosen || (accounts.data?.[0]?.id ?? '')
  const picked = payouts.filter(({ id }) => !left.has(id))
  const total = picked.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  const toggle = (id: string) =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <section aria-labelledby="payouts-file">
      <h2 id="payouts-file">{m.payouts_file()}</h2>
      {payouts.length === 0 ? (
        <p className="muted">{m.payouts_file_none()}</p>
      ) : (
        <>
          <ul className="console__list">
            {payouts.map((payout) => (
              <li key={payout.id}>
                <label className="money__pick">
                  <input type="checkbox" checked={!left.has(payout.id)} onChange={() => toggle(payout.id)} />
                  <span>
                    <Money paise={payout.amount_paise} /> · {payout.name} · {payout.destination} ·{' '}
                    {payout.code}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <BankAccountField
            label={m.payouts_from()}
            accounts={accounts.data ?? []}
            value={account}
            onChange={setChosen}
          />
          <SelectField
            name="format"
            label={m.payouts_format()}
            options={PAYOUT_FORMATS.map((name) => ({ value: name, label: FORMAT_WORDS[name]() }))}
            value={format}
            onChange={(name) => setFormat(name as PayoutFormat)}
            error={undefined}
            spoken=""
            onBlur={() => {}}
          />
          {make.isError && <ErrorNotice message={errorWords(make.error)} />}
          <p className="actions">
            <Button
              kind="next"
              busy={make.isPending}
              disabled={picked.length === 0 || account === ''}
              onClick={() =>
                make.mutate({ body: { bank_account: account, format, payouts: picked.map(({ id }) => id) } })
              }
            >
              {m.payouts_make({ count: String(picked.length) })}
            </Button>
            <Money paise={total} />
          </p>
        </>
      )}
    </section>
  )
}

export default PayoutsPage
