/** /admin/movements: what came in, went out or was earned in fees on a day, row by row. */
import { Link, useSearchParams } from 'react-router'
import { MOVEMENTS, MOVEMENTS_PAGE, teamHome, teamMovements } from '#core/contract/home.ts'
import { m } from '#messages/compiled/messages.js'
import { accountName } from '#messages/ledger-text.ts'
import { ConsolePage } from '#web/admin/console/console-page.tsx'
import { errorWords } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'
import { appMeta } from '#web/lib/page-meta.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment, Money } from '#web/ui/values.tsx'

export const meta = () => appMeta(m.moves_title())

const MovementsPage = () => <ConsolePage title={m.moves_title()}>{() => <Movements />}</ConsolePage>

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

function Movements() {
  const [search, setSearch] = useSearchParams()
  const dir = MOVEMENTS.find((name) => name === search.get('dir')) ?? 'in'
  const dayParam = search.get('day')
  const today = useApiQuery(teamHome, {}, { enabled: !isDay(dayParam) })
  const day = isDay(dayParam) ? dayParam : (today.data?.day ?? '')
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const read = useApiQuery(teamMovements, { query: { day, dir, page } }, { enabled: day !== '' })
  const { isPending, isError, error, refetch } = day === '' ? today : read
  return (
    <>
      <div className="console__toolbar">
        <label>
          <span className="field__label">{m.money_day()}</span>
          <input
            className="input"
            type="date"
            value={day}
            onChange={(event) =>
              setSearch({ dir, day: event.currentTarget.value }, { replace: true, preventScrollReset: true })
            }
          />
        </label>
        <nav className="console__views" aria-label={m.moves_title()}>
          {MOVEMENTS.map((name) => (
            <Link
              key={name}
              className="button"
              aria-current={name === dir ? 'page' : undefined}
              to={href(`/admin/movements?dir=${name}&day=${day}`)}
            >
              {DIR_WORDS[name]()}
            </Link>
          ))}
        </nav>
      </div>
      {isPending && <Skeleton bars={4} />}
      {isError && <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />}
      {read.data?.length === 0 && <EmptyState title={m.moves_none()} />}
      <ul className="console__list">
        {read.data?.map(({ id, form_pk, amount_paise, kind, provider, at }) => (
          <li key={id}>
            <Money paise={amount_paise} /> · {kindWords(dir, kind)}
            {provider !== null && ` · ${provider}`} · <Moment at={at} />
            {form_pk !== null && (
              <>
                <br />
                <Link className="console__link" to={href(`/deals/${form_pk}`)}>
                  {form_pk}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
      {(page > 1 || read.data?.length === MOVEMENTS_PAGE) && (
        <nav className="actions" aria-label={m.deal_pages()}>
          {page > 1 && (
            <Link className="button" rel="prev" to={href(addressOf(dir, day, page - 1))}>
              {m.deal_pages_before()}
            </Link>
          )}
          {read.data?.length === MOVEMENTS_PAGE && (
            <Link className="button" rel="next" to={href(addressOf(dir, day, page + 1))}>
              {m.deal_pages_after()}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

type MoveDirection = (typeof MOVEMENTS)[number]

const addressOf = (dir: MoveDirection, day: string, page: number): string =>
  `/admin/movements?dir=${dir}&day=${day}&page=${page}`

const DIR_WORDS = { in: m.home_in, out: m.home_out, fees: m.home_fees } as const
/** A fee is named by the account that it went to. */
const kindWords = (dir: MoveDirection, kind: string): string =>
  dir === 'fees' ? accountName(kind) : (KIND_WORDS[kind]?.() ?? kind)

const KIND_WORDS: Readonly<Record<string, () => string>> = {
  applied: m.desk_outcome_applied,
  fee: m.moves_fee,
  short: m.admin_stray_short,
  over: m.admin_stray_over,
  double: m.admin_stray_double,
  late: m.admin_stray_late,
  unknown: m.admin_stray_unknown,
  release: m.moves_release,
  refund: m.moves_refund,
  fee_back: m.moves_fee_back,
  tax_back: m.moves_tax_back,
  stray: m.moves_stray,
}

export default MovementsPage
