/** The console by keyboard: Ctrl K goes anywhere, J and K go from row to row, ? says so. */
import { useEffect, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import './keys.css'
import { FindDialog } from './find-dialog.tsx'

type Opened = 'find' | 'help' | null

export function ConsoleKeys({ isAdmin }: { isAdmin: boolean }) {
  const [opened, setOpened] = useState<Opened>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (isFind && !isBehindDialog()) {
        event.preventDefault()
        setOpened('find')
      } else if (isFree(event)) {
        if (event.key === '?') setOpened('help')
        else moveRow(STEPS[event.key.toLowerCase()] ?? 0)
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const close = () => setOpened(null)
  return (
    <>
      <p className="actions">
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

const ROWS = '.console :is(.console__list > li, .transfers > li, .mantine-datatable tbody tr)'
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

const KEYS = [
  [['Ctrl K', '⌘ K'], m.keys_go],
  [['J'], m.keys_next],
  [['K'], m.keys_previous],
  [['?'], m.keys_list],
] as const

const Help = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened title={m.keys_title()} onClose={onClose}>
    <dl className="keys">
      {KEYS.map(([names, what]) => (
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
