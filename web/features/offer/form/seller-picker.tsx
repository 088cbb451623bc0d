/** The seller, chosen from those who are registered (spec §5): a list that is searched while typing. */
import { type KeyboardEvent, useEffect, useState } from 'react'
import { sellers } from '../../../../core/contract/auth.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { useCall } from '../../../lib/queries.ts'
import type { FieldProps } from '../../../lib/use-fields.ts'
import { FieldFrame } from '../../../ui/field.tsx'

export interface Seller {
  readonly business_name: string
  readonly phone_number: string
}
interface SellerPickerProps {
  readonly field: FieldProps
  readonly chosen: Seller | null
  readonly onChoose: (seller: Seller | null) => void
}

const LIST = 'seller-list'
const PAUSE_MS = 200

export function SellerPicker({ field, chosen, onChoose }: SellerPickerProps) {
  const [text, setText] = useState(chosen?.business_name ?? '')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const search = useSettled(text.trim(), PAUSE_MS)
  const found = useCall(sellers, { query: { search, page_size: 20 } }, { enabled: isOpen })
  const options = found.data ?? []
  const choose = (seller: Seller) => {
    onChoose(seller)
    setText(seller.business_name)
    setOpen(false)
  }
  const type = (value: string) => {
    setText(value)
    setOpen(true)
    setAt(0)
    if (chosen) onChoose(null)
  }
  const press = (event: KeyboardEvent) => {
    const current = options[at]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen) setAt((at + by + options.length) % Math.max(1, options.length))
      setOpen(true)
    } else if (event.key === 'Enter' && isOpen && current) {
      event.preventDefault()
      // what was typed last may not have been looked for yet: nobody is taken from the list before it
      if (search === text.trim()) choose(current)
    } else if (event.key === 'Escape') setOpen(false)
  }
  return (
    <FieldFrame {...field} label={m.offer_seller()} hint={m.offer_seller_hint()}>
      {(wiring) => (
        <div className="picker">
          <input
            {...wiring}
            className="input"
            role="combobox"
            name={field.name}
            aria-expanded={isOpen}
            aria-controls={LIST}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && options[at] ? `${LIST}-${at}` : undefined}
            autoComplete="off"
            placeholder={m.offer_seller_placeholder()}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => setOpen(!chosen)}
            onKeyDown={press}
            onBlur={() => {
              setOpen(false)
              field.onBlur()
            }}
          />
          <Found id={LIST} isOpen={isOpen} found={found} options={options} at={at} onChoose={choose} />
        </div>
      )}
    </FieldFrame>
  )
}

interface FoundProps {
  readonly id: string
  readonly isOpen: boolean
  readonly found: { readonly isPending: boolean; readonly isError: boolean }
  readonly options: readonly Seller[]
  readonly at: number
  readonly onChoose: (seller: Seller) => void
}
function Found({ id, isOpen, found, options, at, onChoose }: FoundProps) {
  const said = found.isPending
    ? m.offer_seller_loading()
    : found.isError
      ? m.offer_seller_failed()
      : options.length === 0
        ? m.offer_seller_none()
        : ''
  return (
    <div className="picker__drop" hidden={!isOpen}>
      <p role="status" className="picker__said" hidden={!said}>
        {isOpen ? said : ''}
      </p>
      <div id={id} role="listbox" className="picker__list" aria-label={m.offer_seller()}>
        {options.map((seller, index) => (
          // The keyboard stays in the field above (aria-activedescendant); this is for the finger and the mouse.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={seller.phone_number}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="picker__option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(seller)}
          >
            <strong>{seller.business_name}</strong> <span className="soft">{seller.phone_number}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The value once it has rested: a request per pause, not per letter. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
