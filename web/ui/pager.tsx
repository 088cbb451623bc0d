import { Link } from 'react-router'
import { m } from '#messages/compiled/messages.js'

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly hrefOf: (page: number) => string
}

/** To the neighbours of a page of a list; nothing where there is one page. */
export function Pager({ page, pages, hrefOf }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav className="actions" aria-label={m.deal_pages()}>
      {page > 1 && (
        <Link className="button" to={hrefOf(page - 1)} rel="prev">
          {m.deal_pages_before()}
        </Link>
      )}
      <span>{m.deal_pages_at({ page: String(page), pages: String(pages) })}</span>
      {page < pages && (
        <Link className="button" to={hrefOf(page + 1)} rel="next">
          {m.deal_pages_after()}
        </Link>
      )}
    </nav>
  )
}
