/** What the grid of deals is narrowed to, and the views that are wanted every day. */
import { Link } from 'react-router'
import { GRID_DUES, GRID_TRACKS } from '#core/contract/deal-grid.ts'
import { STATUSES } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { href } from '#web/lib/locale.ts'
import { ChoiceField, ValueField } from './filter-fields.tsx'
import type { GridView } from './grid-view.ts'
import { SavedViews } from './saved-views.tsx'

/** Behind the fold. */
const MORE = ['from', 'to', 'ended', 'complained', 'decided', 'min', 'max'] as const
export const FILTERS = ['state', 'track', 'due', ...MORE] as const

const DUE_WORDS = { over: m.grid_due_over, today: m.grid_due_today, week: m.grid_due_week } as const
const TRACK_WORDS = { shopping: m.grid_track_shopping, services: m.grid_track_services } as const

const VIEWS = [
  ['', m.grid_view_all],
  ['state=open', m.admin_open_deals],
  ['state=held', m.admin_held],
  ['state=mediation&ordering=due_at', m.grid_view_disputes],
  ['due=today&ordering=due_at', m.grid_due_today],
  ['due=over&ordering=due_at', m.grid_due_over],
] as const

export function DealFilters({ view }: { view: GridView }) {
  const choices = {
    state: [
      { value: 'open', label: m.admin_open_deals() },
      { value: 'held', label: m.admin_held() },
      ...STATUSES.map((status) => ({ value: status, label: statusName(status) })),
    ],
    track: GRID_TRACKS.map((track) => ({ value: track, label: TRACK_WORDS[track]() })),
    due: GRID_DUES.map((due) => ({ value: due, label: DUE_WORDS[due]() })),
  }
  return (
    <>
      <nav className="console__views" aria-label={m.grid_views()}>
        {VIEWS.map(([query, label]) => (
          <Link
            key={query}
            className="button"
            preventScrollReset
            to={href(`/admin_dashboard${query === '' ? '' : `?${query}`}`)}
          >
            {label()}
          </Link>
        ))}
        <SavedViews id="deals" names={['search', 'ordering', ...FILTERS]} />
      </nav>
      <ChoiceField view={view} name="state" label={m.home_state()} choices={choices.state} />
      <ChoiceField view={view} name="track" label={m.grid_track()} choices={choices.track} />
      <ChoiceField view={view} name="due" label={m.grid_due()} choices={choices.due} />
      {/* an address may narrow the list by what is folded: nobody is to wonder where the others are */}
      <details className="console__more" open={MORE.some((name) => view.filter[name] !== undefined)}>
        <summary>{m.grid_more()}</summary>
        <ValueField view={view} name="from" label={m.grid_from()} type="date" />
        <ValueField view={view} name="to" label={m.grid_to()} type="date" />
        <ValueField view={view} name="ended" label={m.grid_ended()} type="date" />
        <ValueField view={view} name="complained" label={m.grid_complained()} type="date" />
        <ValueField view={view} name="decided" label={m.grid_decided()} type="date" />
        <ValueField view={view} name="min" label={m.grid_min()} type="number" />
        <ValueField view={view} name="max" label={m.grid_max()} type="number" />
      </details>
    </>
  )
}
