/** What is dealt in, in the freelancer's or the buyer's own words: all of it optional, and part of the terms. */
import { DESCRIPTION_NAMES, type DescriptionName } from '#core/described.ts'
import { descriptionFields } from '#core/description.ts'
import { type LimitedField, limitOf } from '#core/field-limits.ts'
import { MAX_ITEM_PHOTOS } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import type { FieldProps } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { DESCRIPTION_LABELS as LABELS } from '#web/ui/description.tsx'
import { ProseField, TextField } from '#web/ui/field.tsx'
import { PhotoField, type PhotoFieldProps } from './photo-field.tsx'

export const DESCRIPTION = {
  initial: { details: '', condition: '', serial: '', listing_url: '' },
  rules: descriptionFields,
  step: DESCRIPTION_NAMES,
} as const

interface DescriptionTextsProps {
  readonly field: (name: DescriptionName) => FieldProps
  readonly track: 'shopping' | 'services'
}

export function DescriptionFields({ photos, onPhotos, ...texts }: DescriptionTextsProps & PhotoFieldProps) {
  return (
    <>
      <DescriptionTexts {...texts} />
      <PhotoField photos={photos} onPhotos={onPhotos} hint={photosHint(texts.track)} />
    </>
  )
}

const photosHint = (track: DescriptionTextsProps['track']): string => {
  const count = { count: String(MAX_ITEM_PHOTOS) }
  return track === 'shopping' ? m.item_photos_hint(count) : m.item_photos_hint_work(count)
}

function DescriptionTexts({ field, track }: DescriptionTextsProps) {
  const isGoods = track === 'shopping'
  return (
    <>
      <ProseField
        {...field('details')}
        label={LABELS.details()}
        hint={isGoods ? m.item_details_hint_goods() : m.item_details_hint_work()}
        optional
      />
      {isGoods && (
        <>
          <ConditionField {...field('condition')} />
          <TextField {...field('serial')} label={LABELS.serial()} hint={m.item_serial_hint()} optional />
        </>
      )}
      <TextField
        {...field('listing_url')}
        label={isGoods ? m.item_link_goods() : m.item_link_work()}
        hint={isGoods ? m.item_link_hint() : m.item_link_hint_work()}
        type="url"
        optional
      />
    </>
  )
}

/** The usual words at a tap; any others can be typed. */
function ConditionField(field: FieldProps) {
  const usual = [m.item_condition_new(), m.item_condition_good(), m.item_condition_worn()]
  return (
    <>
      <TextField {...field} label={LABELS.condition()} optional />
      <fieldset className="chips" aria-label={LABELS.condition()}>
        {usual.map((words) => (
          <Button key={words} aria-pressed={field.value === words} onClick={() => field.onChange(words)}>
            {words}
          </Button>
        ))}
      </fieldset>
    </>
  )
}

/** What a field takes, as the operator has it: "Letters and spaces, 2 to 20.", and where an "iPhone 13" goes then. */
export function limitWords(name: LimitedField): string {
  const { min, max, letters } = limitOf(name)
  const counts = { min: String(min), max: String(max) }
  return letters === 'text'
    ? `${m.ui_limit_letters(counts)} ${m.offer_limit_numbers({ details: m.item_details() })}`
    : m.ui_limit_any(counts)
}
