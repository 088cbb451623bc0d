/** /admin/coupons: the team's coupons, and a new one. */
import { couponNumber } from '#core/charges.ts'
import { createCoupon, listCoupons } from '#core/contract/admin.ts'
import { couponCodeField, fieldProblems, phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { percent } from '#web/lib/format.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
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

const START = { code: '', phone_numbers: '', max_uses: '' }
const START_NAMES = ['code', 'phone_numbers', 'max_uses'] as const
const MOST_USES = 100_000

/** Numbers as they come out of a list: by commas, blanks or lines. */
const phonesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

const RULES = {
  code: couponCodeField,
  phone_numbers: (text: unknown) =>
    phonesOf(String(text)).flatMap((phone) => fieldProblems(phoneField, phone)),
  max_uses: (text: unknown) => {
    const uses = String(text).trim()
    return uses === '' || (/^[1-9]\d*$/.test(uses) && Number(uses) <= MOST_USES) ? [] : ['coupon_uses']
  },
}

function NewCoupon() {
  const { field, values, ready, showErrors, reset } = useFields(START, RULES)
  const add = useApiMutation(createCoupon, {
    refresh: [listCoupons],
    onDone: ({ code }) => {
      reset()
      toast(m.admin_coupon_added({ code }))
    },
  })
  const { code, phone_numbers, max_uses } = values
  const phones = phonesOf(phone_numbers)
  const body = {
    code,
    ...(phones.length > 0 ? { phone_numbers: phones } : {}),
    ...(max_uses.trim() === '' ? {} : { max_uses: Number(max_uses) }),
  }
  const hasPlace = START_NAMES.some((name) => field(name).error)
  const send = () => add.mutate({ body }, { onError: showErrors })
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
      <ProseField
        {...field('phone_numbers')}
        optional
        label={m.admin_coupon_people()}
        hint={m.admin_coupon_people_hint()}
      />
      <TextField
        {...field('max_uses')}
        optional
        inputMode="numeric"
        label={m.admin_coupon_uses()}
        hint={m.admin_coupon_uses_hint()}
      />
      {add.isError && !hasPlace && <ErrorNotice message={errorWords(add.error)} />}
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
