/** A code that is on its way. It is remembered for this tab, so that a reload neither sends another nor loses the wait. */
import { useEffect, useRef, useState } from 'react'
import { type ContactKind, MAX_RESEND_SECONDS, requestCode } from '#core/contract/verification.ts'
import { ApiError } from '#web/lib/api-error.ts'
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
  const waitFor = (seconds: number) => {
    const next = { resendAt: Date.now() + seconds * 1000 }
    saveSent(key, next)
    setSent(next)
  }
  const { mutate, isPending, error, reset } = useApiMutation(requestCode, {
    onDone: ({ resend_after }) => waitFor(resend_after),
  })
  /** The page left before it had the answer to an earlier request, or another tab made one: that code has been sent. */
  const sendFirst = () =>
    mutate(
      { body: { kind } },
      {
        onError: (problem) => {
          const seconds = waitAfterSent(problem)
          if (seconds === null) return
          waitFor(seconds)
          reset()
        },
      },
    )
  const firstSend = useRef(sendFirst)
  const isSent = sent !== null
  useEffect(() => {
    if (!isSent) firstSend.current()
  }, [isSent])
  const secondsLeft = useSecondsUntil(sent?.resendAt ?? 0)
  return {
    ...{ isSent, secondsLeft, isSending: isPending },
    send: () => mutate({ body: { kind } }),
    error,
  }
}

/** Seconds to wait where the refusal means that a code was sent a moment ago; null for any other. */
function waitAfterSent(problem: Error): number | null {
  const seconds =
    problem instanceof ApiError && problem.status === 429 ? problem.retryAfterSeconds : undefined
  return seconds !== undefined && seconds <= MAX_RESEND_SECONDS ? seconds : null
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
