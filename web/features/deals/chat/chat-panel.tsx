/** The deal's group chat: both parties and the team. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getReadMarks, type Message, markRead, unreadMessages } from '#core/contract/chat.ts'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { wasAccepted } from '#web/features/deals/words/events.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { call } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { keyOf, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Moment } from '#web/ui/values.tsx'
import './chat.css'
import { useMessages } from './use-messages.ts'

// with a message that has files
const FileView = lazyWithRetry(
  async () => (await import('#web/features/deals/files/file-view.tsx')).FileView,
  {
    bars: 1,
  },
)
const Compose = lazyWithRetry(async () => (await import('./compose.tsx')).Compose, { bars: 2 })
// its table of phrases is not part of the page: it comes once a message is there
const Warnings = lazyWithRetry(async () => (await import('./message-warnings.tsx')).MessageWarnings, {
  frame: () => null,
})

export function ChatPanel({ deal }: { deal: Deal }) {
  // The chat opens with the acceptance: before it there is no other party.
  if (!wasAccepted(deal)) return null
  return <Chat deal={deal} />
}

function Chat({ deal }: { deal: Deal }) {
  const chat = useMessages(deal.form_pk)
  const marks = useApiQuery(getReadMarks, { params: { form_pk: deal.form_pk } })
  const client = useQueryClient()
  const unread = marks.data?.unread ?? 0
  const onRead = () => {
    void marks.refetch()
    void client.invalidateQueries({ queryKey: keyOf(unreadMessages) })
  }
  return (
    <Fold
      id="deal-chat"
      late
      title={
        <>
          {m.deal_chat()}
          {unread > 0 && (
            <span className="chat__unread"> {m.deal_chat_unread({ count: String(unread) })}</span>
          )}
        </>
      }
    >
      <Conversation deal={deal} chat={chat} read={marks.data?.read} onRead={onRead} />
    </Fold>
  )
}

interface ConversationProps {
  readonly deal: Deal
  readonly chat: ReturnType<typeof useMessages>
  readonly read: ReadPositions | undefined
  readonly onRead: () => void
}

function Conversation({ deal, chat, read, onRead }: ConversationProps) {
  const panel = useMarkRead(deal.form_pk, chat.messages.at(-1)?.id ?? 0, onRead)
  return (
    <div ref={panel}>
      <p className="muted">{m.deal_chat_about()}</p>
      {deal.chat_url && (
        <p>
          <a className="button" href={deal.chat_url} target="_blank" rel="noopener noreferrer">
            {m.deal_chat_outside()} <span className="visually-hidden">{m.nav_new_tab()}</span>
          </a>
        </p>
      )}
      {chat.read.isPending && <Skeleton bars={2} />}
      {chat.read.isError && chat.messages.length === 0 && (
        <ErrorNotice message={errorWords(chat.read.error)} onRetry={() => void chat.read.refetch()} />
      )}
      {chat.hasEarlier && <Button onClick={() => void chat.showEarlier()}>{m.deal_chat_earlier()}</Button>}
      {chat.read.data && chat.messages.length === 0 && <p className="muted">{m.deal_chat_none()}</p>}
      <div role="log" aria-label={m.deal_chat_log()}>
        <ol className="chat">
          {chat.messages.map((message) => (
            <MessageItem
              key={message.id}
              deal={deal}
              message={message}
              isRead={isRead(deal, read, message)}
            />
          ))}
        </ol>
      </div>
      <Compose deal={deal} onSent={chat.add} />
    </div>
  )
}

type ReadPositions = Readonly<Record<'payer' | 'payee' | 'team', number>>

/** Read by the other party; for the team, by both. */
function isRead(deal: Deal, read: ReadPositions | undefined, { id, mine }: Message): boolean {
  if (!mine || !read) return false
  const others = (['payer', 'payee'] as const).filter((side) => side !== deal.me)
  return others.every((side) => read[side] >= id)
}

interface MessageItemProps {
  readonly deal: Deal
  readonly message: Message
  readonly isRead: boolean
}

function MessageItem({ deal, message, isRead }: MessageItemProps) {
  const author =
    message.by === 'team'
      ? `${m.who_team()} (${message.name})`
      : message.mine
        ? m.deal_chat_you()
        : nameOf(deal, message.by)
  return (
    <li className={`chat__message ${message.mine ? 'chat__message--mine' : ''} chat__message--${message.by}`}>
      <p className="chat__author">
        <strong>{author}</strong>{' '}
        <span className="muted">
          <Moment at={message.at} />
        </span>
      </p>
      <p className="deal__text">{message.text}</p>
      <Warnings text={message.text} />
      {message.files.map((file) => (
        <FileView key={file.id} formPk={deal.form_pk} file={file} />
      ))}
      {isRead && <p className="chat__read muted">{m.deal_chat_read()}</p>}
    </li>
  )
}

/** Marks messages as read once they have been on the screen, not when they are loaded. */
function useMarkRead(formPk: string, last: number, onRead: () => void) {
  const panel = useRef<HTMLDivElement>(null)
  const marked = useRef(0)
  const latestOnRead = useRef(onRead)
  latestOnRead.current = onRead
  useEffect(() => {
    const element = panel.current
    if (!element || last === 0) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || document.hidden || marked.current >= last) return
      marked.current = last
      call(markRead, { params: { form_pk: formPk }, body: { id: last } }).then(
        () => latestOnRead.current(),
        () => {
          marked.current = 0
        },
      )
    })
    observer.observe(element.querySelector('.chat__message:last-child') ?? element)
    return () => observer.disconnect()
  }, [formPk, last])
  return panel
}
