/** Pages of a list that goes on from a mark: each further one stands under those before. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface LedgerPagesProps<Row> {
  readonly name: readonly unknown[]
  readonly load: (page: { readonly after?: string }, signal: AbortSignal) => Promise<Page<Row>>
  readonly children: (rows: readonly Row[]) => ReactNode
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly next: string | null
}

export function LedgerPages<Row>({ name, load, children }: LedgerPagesProps<Row>) {
  const read = useInfiniteQuery({
    queryKey: [...name, 'pages'],
    queryFn: ({ signal, pageParam }) => load(pageParam === '' ? {} : { after: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page: Page<Row>) => page.next,
  })
  if (read.isPending) return <Skeleton bars={6} />
  if (read.isError)
    return <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />
  const rows = read.data.pages.flatMap(({ data }) => data)
  if (rows.length === 0) return <EmptyState title={m.ledger_none()} />
  return (
    <>
      {children(rows)}
      {read.hasNextPage && (
        <p className="actions">
          <Button busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {m.ledger_more()}
          </Button>
        </p>
      )}
    </>
  )
}
