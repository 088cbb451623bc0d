/** Payouts to UPI ids: shown one by one, with a QR to pay it by, and from then on each counts as sent. */
import { useEffect, useState } from 'react'
import { type HandOrder, type HandPayout, listHandPayouts, payByHand } from '#core/contract/payout-batches.ts'
import { listPayouts } from '#core/contract/payouts.ts'
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { ListCsv } from '#web/admin/console/list-csv.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { shortMoment } from '#web/lib/format.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Money } from '#web/ui/values.tsx'

export function HandList({ payouts }: { payouts: readonly HandPayout[] }) {
  const [wish, setWish] = useState<HandPayout | null>(null)
  const [order, setOrder] = useState<HandOrder | null>(null)
  const show = useApiMutation(payByHand, {
    refresh: [listHandPayouts, listPayouts],
    onDone: (shown) => {
      setWish(null)
      setOrder(shown)
    },
  })
  return (
    <section aria-labelledby="payouts-hand">
      <h2 id="payouts-hand">{m.payouts_hand()}</h2>
      {payouts.length === 0 && <p className="muted">{m.payouts_hand_none()}</p>}
      <ListCsv
        rows={payouts}
        columns={['code', 'name', 'destination', 'amount_paise', 'created_at', 'form_pk']}
        file="payouts-by-hand.csv"
      />
      <ul className="console__list">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <Money paise={payout.amount_paise} /> · {payout.name} · {payout.destination} · {payout.code}{' '}
            {payout.shown && <Shown payout={payout} shown={payout.shown} />}
            {(payout.shown === null || payout.shown.mine) && (
              <Button onClick={() => setWish(payout)}>
                {payout.shown ? m.payouts_hand_again() : m.payouts_hand_pay({ code: payout.code })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {wish && (
        <ConfirmDialog
          opened
          title={m.payouts_hand_title()}
          shares={[{ who: `${wish.name} · ${wish.destination}`, paise: wish.amount_paise - wish.part_paise }]}
          verb={m.payouts_hand_show()}
          final
          busy={show.isPending}
          error={show.isError ? errorWords(show.error) : null}
          onConfirm={() => show.mutate({ params: { id: wish.id } })}
          onClose={() => setWish(null)}
        >
          <p>{wish.shown ? m.payouts_hand_again_text() : m.payouts_hand_text()}</p>
        </ConfirmDialog>
      )}
      {order && <Order order={order} onClose={() => setOrder(null)} />}
    </section>
  )
}

interface ShownProps {
  readonly payout: HandPayout
  readonly shown: NonNullable<HandPayout['shown']>
}

function Shown({ payout: { amount_paise, part_paise }, shown: { to, at } }: ShownProps) {
  const [part, rest] = [formatPaiseShort(part_paise), formatPaiseShort(amount_paise - part_paise)]
  return (
    <>
      <br />
      {m.payouts_hand_shown({ name: to, at: shortMoment(Date.parse(at)) })}{' '}
      {part_paise > 0 && `${m.payouts_part({ part, rest })} `}
    </>
  )
}

function Order({ order, onClose }: { order: HandOrder; onClose: () => void }) {
  return (
    <Dialog opened title={m.payouts_hand_now({ name: order.name })} onClose={onClose}>
      <p>
        <Money paise={order.amount_paise} /> → {order.address}
      </p>
      <OrderQr text={order.upi_url} />
      <p className="actions">
        <CopyButton text={order.address} what={m.payouts_copy_address()} label={m.payouts_copy_address()} />
        <CopyButton text={order.code} what={m.payouts_copy_code()} label={m.payouts_copy_code()} />
      </p>
      <p>{m.payouts_hand_note({ code: order.code })}</p>
    </Dialog>
  )
}

/** Drawn here, by a library that is loaded for it: the address goes to nobody else. */
function OrderQr({ text }: { text: string }) {
  const [image, setImage] = useState('')
  useEffect(() => {
    let isMounted = true
    import('qrcode')
      .then(({ toString: toSvg }) => toSvg(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' }))
      .then(
        (svg) => isMounted && setImage(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`),
        // address and amount can be typed
        () => undefined,
      )
    return () => {
      isMounted = false
    }
  }, [text])
  return image ? (
    <img className="money__qr" src={image} alt={m.payouts_qr()} width="220" height="220" />
  ) : null
}
