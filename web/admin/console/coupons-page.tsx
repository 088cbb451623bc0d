/** /admin/coupons: the team's coupons, and a new one. */
import { couponNumber } from '#core/charges.ts'
import { createCoupon, listCoupons } from '#core/contract/admin.ts'
import { couponCodeField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { percent } from '#web/lib/format.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { ConsolePage } from './console-page.tsx'

export const meta = () => appMeta(m.admin_nav_coupons())

const CouponsPage = () => (
  <ConsolePage title={m.admin_nav_coupons()} roles={['Admin']}>
    {() => (
      <>
        <NewCoupon />
        <CouponList />
      </>
    )}
  </ConsolePage>
)

function NewCoupon() {
  const { field, ready, showErrors, setValues } = useFields({ code: '' }, { code: couponCodeField })
  const add = useApiMutation(createCoupon, {
    refresh: [listCoupons],
    onDone: ({ code }) => {
      setValues({ code: '' })
      toast(m.admin_coupon_added({ code }))
    },
  })
  const send = () => add.mutate({ body: { code: String(field('code').value) } }, { onError: showErrors })
  return (
    <form
      className="console__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !add.isPending) send()
      }}
    >
      <TextField {...field('code')} label={m.admin_coupon_code()} hint={m.admin_coupon_hint()} />
      {add.isError && !field('code').error && <ErrorNotice message={errorWords(add.error)} />}
      <Button type="submit" kind="next" busy={add.isPending} disabled={!ready}>
        {m.admin_coupon_add()}
      </Button>
    </form>
  )
}

/** 0.001 × (50 − N) of the amount, as basis points: what a code takes off the commission. */
const offOf = (code: string): string => percent(10 * (50 - (couponNumber(code) ?? 50)))

function CouponList() {
  const read = useApiQuery(listCoupons, { query: { page_size: 100 } })
  if (read.isPending) return <Skeleton />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <EmptyState title={m.admin_coupons_none()} />
  return (
    <ul className="console__list">
      {read.data.map(({ id, code }) => (
        <li key={id}>
          <strong>{code}</strong>{' '}
          <span className="muted">{m.admin_coupon_off({ percent: offOf(code) })}</span>
        </li>
      ))}
    </ul>
  )
}

export default CouponsPage
