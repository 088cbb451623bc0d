/** The deal's group chat: both parties and the team. */
import { useEffect, useRef } from 'react'
import { getReadMarks, type Message, markRead } from '../../../../core/contract/chat.ts'
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { call } from '../../../lib/api.ts'
import { errorWords } from '../../../lib/api-error.ts'
import { useCall } from '../../../lib/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FileLink } from '../files/file-link.tsx'
import { nameOf } from '../words/people.ts'
import { Compose } from './compose.tsx'
import { useMessages } from './use-messages.ts'

export function ChatPanel({ deal }: { deal: Deal }) {
  // it opens when somebody has accepted: before, there is no other party
  if (!deal.events.some(({ name }) => name === 'accept')) return null
  return <Chat deal={deal} />
}

function Chat({ deal }: { deal: Deal }) {
  const chat = useMessages(deal.form_pk)
  const marks = useCall(getReadMarks, { params: { form_pk: deal.form_pk } })
  const last = chat.messages.at(-1)?.id ?? 0
  const unread = marks.data?.unread ?? 0
  const panel = useReading(deal.form_pk, last, () => void marks.refetch())
  return (
    <section ref={panel} className="deal__part" aria-labelledby="deal-chat">
      <h2 id="deal-chat">
        {m.deal_chat()}
        {unread > 0 && <span className="chat__unread"> {m.deal_chat_unread({ count: String(unread) })}</span>}
      </h2>
      <p className="soft">{m.deal_chat_about()}</p>
      {deal.chat_url && (
        <p>
          <a className="button" href={deal.chat_url} target="_blank" rel="noopener noreferrer">
            {m.deal_chat_outside()} <span className="unseen">{m.nav_new_tab()}</span>
          </a>
        </p>
      )}
      {chat.read.isPending && <Skeleton bars={2} />}
      {chat.read.isError && chat.messages.length === 0 && (
        <ErrorNotice message={errorWords(chat.read.error)} onRetry={() => void chat.read.refetch()} />
      )}
      {chat.hasEarlier && <Button onClick={() => void chat.showEarlier()}>{m.deal_chat_earlier()}</Button>}
      {chat.read.data && chat.messages.length === 0 && <p className="soft">{m.deal_chat_none()}</p>}
      <div role="log" aria-label={m.deal_chat_log()}>
        <ol className="chat">
          {chat.messages.map((one) => (
            <Line key={one.id} deal={deal} message={one} isRead={isRead(deal, marks.data?.read, one)} />
          ))}
        </ol>
      </div>
      <Compose deal={deal} onSent={chat.add} />
    </section>
  )
}

type Read = Readonly<Record<'payer' | 'payee' | 'team', number>>

/** Read by the other party; for the team, by both. */
function isRead(deal: Deal, read: Read | undefined, { id, mine }: Message): boolean {
  if (!mine || !read) return false
  const others = (['payer', 'payee'] as const).filter((side) => side !== deal.me)
  return others.every((side) => read[side] >= id)
}

function Line({ deal, message, isRead }: { deal: Deal; message: Message; isRead: boolean }) {
  const who =
    message.by === 'team'
      ? `${m.who_team()} (${message.name})`
      : message.mine
        ? m.deal_chat_you()
        : nameOf(deal, message.by)
  return (
    <li className={`chat__line ${message.mine ? 'chat__line--mine' : ''} chat__line--${message.by}`}>
      <p className="chat__who">
        <strong>{who}</strong>{' '}
        <span className="soft">
          <Moment at={message.at} />
        </span>
      </p>
      <p className="deal__said">{message.text}</p>
      {message.files.map((file) => (
        <FileLink key={file.id} formPk={deal.form_pk} file={file} />
      ))}
      {isRead && <p className="chat__read soft">{m.deal_chat_read()}</p>}
    </li>
  )
}

/** Marks as read what has been on the screen, not what has merely been loaded. */
function useReading(formPk: string, last: number, onRead: () => void) {
  const panel = useRef<HTMLElement>(null)
  const marked = useRef(0)
  const told = useRef(onRead)
  told.current = onRead
  useEffect(() => {
    const element = panel.current
    if (!element || last === 0) return
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || document.hidden || marked.current >= last) return
      marked.current = last
      call(markRead, { params: { form_pk: formPk }, body: { id: last } }).then(
        () => told.current(),
        () => {
          marked.current = 0
        },
      )
    })
    watch.observe(element.querySelector('.chat__line:last-child') ?? element)
    return () => watch.disconnect()
  }, [formPk, last])
  return panel
}
