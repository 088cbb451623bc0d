/** The seller, chosen from those who are registered (spec §5): a list that is searched while typing. */
import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import { type KeyboardEvent, useState } from 'react'
import { sellers } from '#core/contract/auth.ts'
import { m } from '#messages/compiled/messages.js'
import { useDebouncedValue } from '#web/lib/hooks.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { type FieldProps, fieldId } from '#web/lib/use-fields.ts'
import { FieldFrame } from '#web/ui/field.tsx'

export interface Seller {
  readonly business_name: string
  readonly phone_number: string
}
interface SellerPickerProps {
  readonly field: FieldProps
  readonly chosen: Seller | null
  readonly onChoose: (seller: Seller | null) => void
}

const LIST_ID = 'seller-list'
const NO_SELLERS: Seller[] = []

export function SellerPicker({ field, chosen, onChoose }: SellerPickerProps) {
  const [typed, setTyped] = useState({ text: chosen?.business_name ?? '', isOpen: false })
  const text = typed.text.trim()
  const search = useDebouncedValue(text)
  const query = useApiQuery(sellers, { query: { search, page_size: 20 } }, { enabled: typed.isOpen })
  // a list of the text before would be exchanged under the finger, and the tap go to another seller or to nobody
  const isCurrent = search === text
  const items = (isCurrent && query.data) || NO_SELLERS
  const isUnknown = isCurrent && text !== '' && query.data?.length === 0 && !query.isError
  const combobox = useCombobox<Seller>({
    items,
    itemToString: (seller) => seller?.business_name ?? '',
    itemToKey: (seller) => seller?.phone_number,
    initialSelectedItem: chosen,
    defaultHighlightedIndex: 0,
    inputId: fieldId(field.name),
    menuId: LIST_ID,
    getItemId: (index) => `${LIST_ID}-${index}`,
    stateReducer: keepChoiceExplicit,
    onSelectedItemChange: ({ selectedItem }) => onChoose(selectedItem),
    onStateChange: ({ inputValue, isOpen }) =>
      setTyped((before) => ({ text: inputValue ?? before.text, isOpen: isOpen ?? before.isOpen })),
  })
  // Without a list there is nobody to choose: Enter must not send the form either.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !combobox.isOpen || isCurrent) return
    event.preventDefault()
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
  }
  return (
    <FieldFrame {...field} label={m.offer_seller()} hint={m.offer_seller_hint()}>
      {(wiring) => (
        <div className="picker">
          <input
            {...combobox.getInputProps({
              ...wiring,
              name: field.name,
              // the label points to the input by `for`
              'aria-labelledby': undefined,
              ...(items.length === 0 ? { 'aria-activedescendant': undefined } : {}),
              placeholder: m.offer_seller_placeholder(),
              onFocus: () => !chosen && combobox.openMenu(),
              onBlur: field.onBlur,
              onKeyDown,
            })}
            className="input"
          />
          <SellerList
            combobox={combobox}
            {...{ items, isUnknown }}
            status={isCurrent ? statusOf(query, items) : m.offer_seller_loading()}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** Only a click or Enter chooses: the library would also choose on Tab, and clear the choice on Escape. */
function keepChoiceExplicit(
  state: UseComboboxState<Seller>,
  { type, changes }: UseComboboxStateChangeOptions<Seller>,
): Partial<UseComboboxState<Seller>> {
  const { selectedItem, inputValue, isOpen, highlightedIndex } = state
  switch (type) {
    case useCombobox.stateChangeTypes.InputBlur:
    case useCombobox.stateChangeTypes.InputKeyDownEscape:
      return { ...changes, selectedItem, inputValue }
    case useCombobox.stateChangeTypes.InputChange:
      return { ...changes, selectedItem: null }
    case useCombobox.stateChangeTypes.FunctionOpenMenu:
      return { ...changes, highlightedIndex: 0 }
    case useCombobox.stateChangeTypes.InputClick:
      return { ...changes, isOpen: true, highlightedIndex: isOpen ? highlightedIndex : 0 }
    default:
      return changes
  }
}

function statusOf(query: { isPending: boolean; isError: boolean }, items: readonly Seller[]): string {
  if (query.isPending) return m.offer_seller_loading()
  if (query.isError) return m.offer_seller_failed()
  return items.length === 0 ? m.offer_seller_none() : ''
}

interface SellerListProps {
  readonly combobox: ReturnType<typeof useCombobox<Seller>>
  readonly items: readonly Seller[]
  readonly status: string
  /**
   * Nobody has this name: said in the page, also once the field is left. Over it, it would hide the way to invite them,
   * and closing under the finger it would take the tap from that button.
   */
  readonly isUnknown: boolean
}
function SellerList({ combobox, items, status, isUnknown }: SellerListProps) {
  const isShown = combobox.isOpen || isUnknown
  return (
    <div className={`picker__menu${isUnknown ? ' picker__menu--unknown' : ''}`} hidden={!isShown}>
      <p role="status" className="picker__status" hidden={!status}>
        {isShown ? status : ''}
      </p>
      <div {...combobox.getMenuProps({ 'aria-label': m.offer_seller() })} className="picker__list">
        {items.map((item, index) => (
          <div key={item.phone_number} {...combobox.getItemProps({ item, index })} className="picker__option">
            <strong>{item.business_name}</strong> <span className="muted">{item.phone_number}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
