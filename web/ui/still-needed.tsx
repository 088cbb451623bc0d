/** What a form still needs, beside a button that waits. */
import { useLayoutEffect, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { fieldId } from '#web/lib/use-fields.ts'
import { labelOf } from './form-problems.tsx'

/** Why a button waits: the fields that are empty, and those that are filled in and wrong, by their labels. */
export function StillNeeded({ names }: { names: readonly string[] }) {
  const [empty, setEmpty] = useState('')
  const [wrong, setWrong] = useState('')
  useLayoutEffect(() => {
    const fields = inPageOrder(names)
    setEmpty(labelsOf(fields.filter(isEmpty)))
    setWrong(labelsOf(fields.filter((field) => !isEmpty(field))))
  }, [names])
  return (
    <>
      {empty && <p className="field__hint">{m.ui_still_needed({ fields: empty })}</p>}
      {wrong && <p className="field__hint">{m.ui_to_correct({ fields: wrong })}</p>}
    </>
  )
}

const inPageOrder = (names: readonly string[]): HTMLElement[] =>
  names
    .flatMap((name) => document.getElementById(fieldId(name)) ?? [])
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))

/** Boxes are empty until one is ticked; a list of lines that stands in the way has something in it. */
function isEmpty(field: HTMLElement): boolean {
  if (field.matches(BOX)) return !(field as HTMLInputElement).checked
  const boxes = field.querySelectorAll<HTMLInputElement>(BOX)
  if (boxes.length > 0) return ![...boxes].some(({ checked }) => checked)
  return 'value' in field && String(field.value).trim() === ''
}
const BOX = 'input[type="checkbox"], input[type="radio"]'

const labelsOf = (fields: readonly HTMLElement[]): string =>
  fields
    .map(({ id }) => labelOf(id))
    .filter(Boolean)
    .join(', ')
