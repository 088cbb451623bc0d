/** What a form still needs: a summary when a live button was pressed. */
import { type MouseEvent, useEffect, useRef } from 'react'
import { m } from '#messages/compiled/messages.js'
import { type FormSummary, fieldId } from '#web/lib/use-fields.ts'

/** The label that stands beside the field: a summary in other words would send people looking. */
export function labelOf(id: string): string {
  const field = document.getElementById(id)
  const label = field && 'labels' in field ? (field.labels as NodeListOf<HTMLLabelElement> | null)?.[0] : null
  if (label && (field as HTMLInputElement).type === 'checkbox') return sentenceOf(label)
  const text = (label ?? field?.querySelector('legend'))?.firstChild?.textContent ?? ''
  return text.trim()
}

/** A box is labelled by a sentence, which may have a link in it. */
function sentenceOf(label: HTMLLabelElement): string {
  const copy = label.cloneNode(true) as HTMLLabelElement
  for (const unseen of copy.querySelectorAll('.visually-hidden')) unseen.remove()
  return (copy.textContent ?? '').trim().replace(/[.।]$/, '')
}

/** A label that asks has its mark already. */
const introduced = (label: string): string => (label.endsWith('?') ? label : `${label}:`)

/** Takes the focus after each press that did not go through; each line leads to its field. */
export function ErrorSummary({ attempts, lines }: FormSummary) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) box.current?.focus()
  }, [attempts])
  if (lines.length === 0) return null
  return (
    <div ref={box} className="notice notice--stop form-problems" role="alert" tabIndex={-1}>
      <div>
        <p className="notice__title">{m.ui_form_problems()}</p>
        <ul>
          {lines.map(({ name, text }) => (
            <li key={name}>
              <a className="tap-target" href={`#${fieldId(name)}`} onClick={(event) => goTo(event, name)}>
                {introduced(labelOf(fieldId(name)))} {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The address stays as it is: the router would take another hash for another page. */
function goTo(event: MouseEvent, name: string): void {
  event.preventDefault()
  const field = document.getElementById(fieldId(name))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
