import { useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for people who hear the page: "the link". */
  readonly what: string
  readonly label?: string
}

/** 'Copied!' or 'Failed to copy!' (spec §7), beside the button and read out. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [status, setStatus] = useState('')
  const copy = async () => {
    const done = await write(text)
    setStatus(done ? m.ui_copied() : m.ui_copy_failed())
  }
  return (
    <span className="copy">
      <button type="button" className="button" onClick={copy} aria-label={m.ui_copy_what({ what })}>
        {status === m.ui_copied() ? <CheckIcon /> : <CopyIcon />}
        {label ?? m.ui_copy()}
      </button>
      <span role="status">{status}</span>
    </span>
  )
}

/** The clipboard is refused on plain http and in some in-app browsers: there the old way may still work. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writeBySelection(text)
  }
}

function writeBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}
