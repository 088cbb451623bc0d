/**
 * The team's pages by keyboard: Ctrl K goes anywhere, J and K go from row to row, ? lists what there is. A page adds keys of
 * its own by `keyTarget` on what they go to.
 */
import { useEffect, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import './keys.css'
import { FindDialog } from './find-dialog.tsx'

type Opened = 'find' | 'help' | null

export function TeamKeys({ isAdmin }: { isAdmin: boolean }) {
  const [opened, setOpened] = useState<Opened>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (isFind && !isBehindDialog()) {
        event.preventDefault()
        setOpened('find')
      } else if (isFree(event)) {
        if (event.key === '?') setOpened('help')
        else if (!goToTarget(event)) moveRow(STEPS[event.key.toLowerCase()] ?? 0)
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const close = () => setOpened(null)
  return (
    <>
      <p className="actions team-keys">
        <Button onClick={() => setOpened('find')}>
          {m.keys_go()} <kbd>Ctrl K</kbd>
        </Button>
        <Button kind="quiet" onClick={() => setOpened('help')}>
          {m.keys_title()} <kbd>?</kbd>
        </Button>
      </p>
      {opened === 'find' && <FindDialog isAdmin={isAdmin} onClose={close} />}
      {opened === 'help' && <Help onClose={close} />}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

const isBehindDialog = (): boolean => document.querySelector('dialog[open]') !== null

/** Nobody types, and nothing asks. */
const isFree = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !isBehindDialog() &&
  !(event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]'))

const ROWS =
  ':is(.console, .deal) :is(.console__list > li, .transfers > li, .deal__list > li, .notes > li, .mantine-datatable tbody tr)'
const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), summary'

/** To the next row that holds something to press. The desk of matches moves by itself, along its lines. */
function moveRow(step: number): void {
  if (step === 0 || document.querySelector('.money__keys') !== null) return
  const stops = [...document.querySelectorAll(ROWS)].flatMap(
    (row) => row.querySelector<HTMLElement>(STOPS) ?? [],
  )
  const at = stops.findIndex((stop) => stop.closest(ROWS)?.contains(document.activeElement))
  // from outside of the rows down to the first
  stops[at === -1 && step < 0 ? stops.length : at + step]?.focus()
}

type TargetKey = keyof typeof TARGETS
const TARGETS = { d: m.keys_decide, n: m.keys_note, o: m.keys_owner } as const
const isTargetKey = (key: string): key is TargetKey => Object.hasOwn(TARGETS, key)

/** For the element that the key goes to; its page lists the key then. */
export const keyTarget = (key: TargetKey) => ({ 'data-team-key': key })

const targetOf = (key: string): HTMLElement | null => document.querySelector(`[data-team-key="${key}"]`)

/** Only goes there: nothing is done by a key that was pressed by mistake. */
function goToTarget(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  const target = isTargetKey(key) ? targetOf(key) : null
  if (!target) return false
  // or the letter would be typed into the field
  event.preventDefault()
  target.closest('details')?.setAttribute('open', '')
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
  return true
}

const KEYS = [
  [['Ctrl K', '⌘ K'], m.keys_go],
  [['J'], m.keys_next],
  [['K'], m.keys_previous],
  [['?'], m.keys_list],
] as const

type KeyLine = readonly [names: readonly string[], what: () => string]
const keysOfPage = (): KeyLine[] =>
  Object.entries(TARGETS).flatMap(([key, what]): KeyLine[] =>
    targetOf(key) ? [[[key.toUpperCase()], what]] : [],
  )

const Help = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened title={m.keys_title()} onClose={onClose}>
    <dl className="keys">
      {[...KEYS, ...keysOfPage()].map(([names, what]) => (
        <div key={names[0]}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{what()}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
