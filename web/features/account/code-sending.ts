/** A code that is on its way. It is remembered for this tab, so that a reload neither sends another nor loses the wait. */
import { useEffect, useRef, useState } from 'react'
import { type ContactKind, requestCode } from '#core/contract/verification.ts'
import { useApiMutation } from '#web/lib/queries.ts'

interface CodeOnItsWay {
  readonly resendAt: number
}

const KEY = 'code-sent'

/** By account and kind: a number or an address is not kept in the browser. */
const keyOf = (userId: number, kind: ContactKind): string => `${userId} ${kind}`

function readSent(key: string): CodeOnItsWay | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, CodeOnItsWay | undefined>
    return stored[key] ?? null
  } catch {
    return null
  }
}

function saveSent(key: string, sent: CodeOnItsWay): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ [key]: sent }))
  } catch {
    // Without storage a reload sends another code, within the server's limits.
  }
}

/** Once it was used, or goes to another number: the next one is sent anew. */
export function forgetCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to forget.
  }
}

export function useCodeSending(kind: ContactKind, userId: number) {
  const key = keyOf(userId, kind)
  const [sent, setSent] = useState(() => readSent(key))
  const mutation = useApiMutation(requestCode, {
    onDone: ({ resend_after }) => {
      const next = { resendAt: Date.now() + resend_after * 1000 }
      saveSent(key, next)
      setSent(next)
    },
  })
  const send = () => mutation.mutate({ body: { kind } })
  const firstSend = useRef(send)
  const isSent = sent !== null
  useEffect(() => {
    if (!isSent) firstSend.current()
  }, [isSent])
  const secondsLeft = useSecondsUntil(sent?.resendAt ?? 0)
  return { isSent, send, secondsLeft, isSending: mutation.isPending, error: mutation.error }
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= at) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [at])
  return Math.max(0, Math.ceil((at - now) / 1000))
}
