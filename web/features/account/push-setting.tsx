/** Notices on this device's lock screen. Nothing is asked of the browser until the button is pressed. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addPush, readPush, removePush } from '#core/contract/push.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { putAnswer, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

/** Nothing where the operator has no key or the browser knows no push: neither is the reader's to mend. */
export function PushSetting() {
  const { data } = useApiQuery(readPush, {})
  const subscription = useSubscription()
  if (!data?.public_key || subscription.current === undefined) return null
  return <PushSwitch publicKey={data.public_key} {...subscription} />
}

/** This browser's subscription: null for none, undefined where it cannot have one. */
function useSubscription() {
  const [current, setCurrent] = useState<PushSubscription | null | undefined>()
  useEffect(() => {
    if (!('serviceWorker' in navigator && 'PushManager' in window)) return
    navigator.serviceWorker
      .getRegistration()
      .then(async (worker) => {
        if (worker) setCurrent(await worker.pushManager.getSubscription())
      })
      .catch(() => undefined)
  }, [])
  return { current, setCurrent }
}

interface PushSwitchProps {
  readonly publicKey: string
  readonly current: PushSubscription | null | undefined
  readonly setCurrent: (subscription: PushSubscription | null) => void
}

function PushSwitch({ publicKey, current, setCurrent }: PushSwitchProps) {
  const [isRefused, setRefused] = useState(false)
  const client = useQueryClient()
  const add = useApiMutation(addPush, { onDone: (state) => putAnswer(client, readPush, {}, state) })
  const remove = useApiMutation(removePush, { onDone: (state) => putAnswer(client, readPush, {}, state) })
  const switchOn = async () => {
    setRefused(false)
    const subscription = await subscribe(publicKey)
    if (!subscription) return setRefused(true)
    const { endpoint = '', keys } = subscription.toJSON()
    const body = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
    add.mutate({ body }, { onSuccess: () => setCurrent(subscription) })
  }
  const switchOff = async () => {
    if (!current) return
    await current.unsubscribe().catch(() => false)
    remove.mutate({ body: { endpoint: current.endpoint } }, { onSuccess: () => setCurrent(null) })
  }
  const error = add.error ?? remove.error
  return (
    <div className="push-setting">
      <h3>{m.push_title()}</h3>
      <p className="muted">{current ? m.push_on_text() : m.push_off_text()}</p>
      {isRefused && <ErrorNotice message={m.push_refused()} />}
      {error && <ErrorNotice message={errorWords(error)} />}
      <Button
        busy={add.isPending || remove.isPending}
        onClick={() => void (current ? switchOff() : switchOn())}
      >
        {current ? m.push_off() : m.push_on()}
      </Button>
    </div>
  )
}

/** Null where the person, or the browser for them, said no. */
async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  try {
    const worker = await navigator.serviceWorker.ready
    return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch {
    return null
  }
}
