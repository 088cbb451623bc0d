/** /admin/coupons: the team's coupons, and a new one. */
import { Link } from 'react-router'
import { couponNumber } from '#core/charges.ts'
import { changeCoupon, createCoupon, listCoupons, type TeamCoupon } from '#core/contract/admin.ts'
import { policy as policyEndpoint } from '#core/contract/site.ts'
import { fieldProblems } from '#core/field-problems.ts'
import { couponCodeField, phoneField } from '#core/fields.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { couponSaving } from '#web/lib/coupon-saving.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { useFields } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
import { ErrorSummary } from '#web/ui/form-problems.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Moment } from '#web/ui/values.tsx'
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

const START = { code: '', phone_numbers: '', max_uses: '', from: '', until: '' }
const START_NAMES = ['code', 'phone_numbers', 'max_uses', 'from', 'until'] as const
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
  from: () => [],
  until: () => [],
}

function NewCoupon() {
  const { field, values, attempt, summary, showErrors, reset } = useFields(START, RULES)
  const add = useApiMutation(createCoupon, {
    refresh: [listCoupons],
    onDone: ({ code }) => {
      reset()
      toast(m.admin_coupon_added({ code }))
    },
  })
  const { code, phone_numbers, max_uses, from, until } = values
  const phones = phonesOf(phone_numbers)
  const body = {
    code,
    ...(phones.length > 0 ? { phone_numbers: phones } : {}),
    ...(max_uses.trim() === '' ? {} : { max_uses: Number(max_uses) }),
    ...(from === '' ? {} : { from }),
    ...(until === '' ? {} : { until }),
  }
  const hasPlace = START_NAMES.some((name) => field(name).error)
  const send = () => add.mutate({ body }, { onError: showErrors })
  return (
    <form
      className="console__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending) attempt(send)
      }}
    >
      <ErrorSummary {...summary} />
      <TextField {...field('code')} label={m.admin_coupon_code()} hint={m.admin_coupon_hint()} />
      <p role="status">{couponNumber(code) !== null && <Saving code={code} />}</p>
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
      <TextField {...field('from')} optional type="date" label={m.admin_coupon_from()} />
      <TextField {...field('until')} optional type="date" label={m.admin_coupon_until()} />
      {add.isError && !hasPlace && <ErrorNotice message={errorWords(add.error)} />}
      <Button type="submit" kind="next" busy={add.isPending}>
        {m.admin_coupon_add()}
      </Button>
    </form>
  )
}

function Saving({ code }: { code: string }) {
  const policy = useApiQuery(policyEndpoint, {}).data
  return policy ? couponSaving(policy, code) : null
}

function CouponList() {
  const read = useApiQuery(listCoupons, { query: { page_size: 100 } })
  if (read.isPending) return <Skeleton />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <EmptyState title={m.admin_coupons_none()} />
  return (
    <ul className="console__list">
      {read.data.map((coupon) => (
        <li key={coupon.id}>
          <CouponRow coupon={coupon} />
        </li>
      ))}
    </ul>
  )
}

function usesText({ max_uses, uses }: TeamCoupon): string {
  if (max_uses !== null) return m.admin_coupon_used_of({ count: String(uses), most: String(max_uses) })
  return uses === 1 ? m.admin_coupon_used_once() : m.admin_coupon_used({ count: String(uses) })
}

function CouponRow({ coupon }: { coupon: TeamCoupon }) {
  const { id, code, people, from, until, off_at } = coupon
  const change = useApiMutation(changeCoupon, { refresh: [listCoupons] })
  const isOff = off_at !== null
  return (
    <article aria-label={code}>
      <h2>{code}</h2>
      <p>
        <Saving code={code} />
      </p>
      <p className="muted">
        {usesText(coupon)}
        {' · '}
        {people.length === 0
          ? m.admin_coupon_everybody()
          : people.map((person) => (
              <Link
                key={person.id}
                className="console__link console__person"
                to={href(`/admin/people/${person.id}`)}
              >
                {person.name}
              </Link>
            ))}
        {from && (
          <>
            {' · '}
            {m.admin_coupon_from()} <Moment at={from} />
          </>
        )}
        {until && (
          <>
            {' · '}
            {m.admin_coupon_ends()} <Moment at={until} />
          </>
        )}
        {off_at && (
          <>
            {' · '}
            {m.admin_coupon_stopped()} <Moment at={off_at} />
          </>
        )}
      </p>
      {change.isError && <ErrorNotice message={errorWords(change.error)} />}
      <Button
        aria-label={isOff ? m.admin_coupon_start_name({ code }) : m.admin_coupon_stop_name({ code })}
        busy={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { off: !isOff } })}
      >
        {isOff ? m.admin_coupon_start() : m.admin_coupon_stop()}
      </Button>
    </article>
  )
}

export default CouponsPage
