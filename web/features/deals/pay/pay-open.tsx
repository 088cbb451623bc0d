/** The button that asks for a pay-in of what is due from me; what it answers is shown by pay-panel.tsx. */
import { useQueryClient } from '@tanstack/react-query'
import { type Deal, getDeal, payDeal } from '../../../../core/contract/deals.ts'
import { formatPaiseShort } from '../../../../core/money.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { errorWords } from '../../../lib/api-error.ts'
import { keyOf, useAct } from '../../../lib/queries.ts'
import { siteName } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'

export function PayOpen({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const pay = useAct(payDeal, { refresh: [getDeal] })
  if (!deal.to_pay || deal.payment) return null
  const params = { form_pk: deal.form_pk }
  const amount = formatPaiseShort(deal.to_pay.amount_paise)
  const onError = () => client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  return (
    <>
      {pay.isError && <ErrorNotice message={errorWords(pay.error)} />}
      <Button
        kind="next"
        wide
        busy={pay.isPending}
        onClick={() => pay.mutate({ params, body: {} }, { onError })}
      >
        {deal.to_pay.purpose === 'fee'
          ? m.deal_pay_fee_open({ amount })
          : m.deal_pay_open({ amount, name: siteName() })}
      </Button>
    </>
  )
}
