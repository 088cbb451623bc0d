/** What a decision is made of: a share, who is at fault, reasons. Kept in this tab until it is sent. */
import { useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { formatPaiseShort, paise, shareOf } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { ruleText } from '#messages/rule-text.ts'
import { paiseOf } from '#web/features/deals/actions/inputs.ts'
import { faultWords } from '#web/features/deals/words/fields.ts'
import { nameOf } from '#web/features/deals/words/people.ts'
import { locale } from '#web/lib/locale.ts'
import { dealDraft, restoreValues } from '#web/lib/tab-draft.ts'
import { type FormSummary, fieldId } from '#web/lib/use-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { keyTarget } from '#web/ui/team-keys/team-keys.tsx'
import type { CaseDispute } from './case-side.tsx'
import { templatesOf } from './decision-templates.ts'

export const FAULTS = ['payer', 'payee', 'both', 'none'] as const

export interface DraftDecision {
  /** In rupees, as it is typed. */
  readonly share: string
  readonly fault: (typeof FAULTS)[number] | ''
  readonly reasons: string
}

const EMPTY: DraftDecision = { share: '', fault: '', reasons: '' }

/** Stored in this tab: a reload or a look at another case loses nothing. */
export function useDraft(formPk: string) {
  const [stored] = useState(() => dealDraft<DraftDecision>(formPk, 'decision'))
  const [draft, setDraft] = useState(() => restoreValues({ ...EMPTY }, stored.read()))
  const change = (over: Partial<DraftDecision>) => {
    const next = { ...draft, ...over }
    setDraft(next)
    stored.write(next)
  }
  const forget = () => {
    setDraft(EMPTY)
    stored.forget()
  }
  return [draft, change, forget] as const
}

/** Null while something is missing. */
export function bodyOfDraft({ share, fault, reasons }: DraftDecision) {
  const payerSharePaise = paiseOf(share)
  if (payerSharePaise === undefined || fault === '' || reasons.trim().length < 2) return null
  return { payer_share_paise: payerSharePaise, at_fault: fault, reasons: reasons.trim() }
}

/** What keeps a decision from being looked at, with the fields that it is about. */
export function missingInDraft(
  { share, fault, reasons }: DraftDecision,
  heldPaise: number,
): FormSummary['lines'] {
  const sharePaise = paiseOf(share)
  const problems: [name: string, code: string | false][] = [
    ['share', sharePaise === undefined ? (share.trim() === '' ? 'required' : 'rupees') : false],
    ['fault', fault === '' && 'select'],
    ['reasons', reasons.trim().length < 2 && 'required'],
  ]
  const over = overHeld(share, heldPaise)
  return [
    ...(over === '' ? [] : [{ name: fieldName('share'), text: over }]),
    ...problems.flatMap(([name, code]) =>
      code === false ? [] : [{ name: fieldName(name), text: ruleText(code, locale()) }],
    ),
  ]
}

/** Empty for what is no sum, or is within the hold. */
const overHeld = (share: string, heldPaise: number): string =>
  (paiseOf(share) ?? 0) > heldPaise ? m.desk_over_held({ amount: formatPaiseShort(paise(heldPaise)) }) : ''

const fieldName = (name: string): string => `decision-${name}`

const rupees = (amountPaise: number): string => String(amountPaise / 100)

/** What most cases come to, as the payer's share. */
export function decisionPresets({ money }: Deal, { offers }: CaseDispute): (readonly [string, number])[] {
  const held = money.held_paise
  const offer = offers.at(-1)
  return [
    [m.desk_all_back(), held],
    [m.desk_all_out(), 0],
    [m.desk_half(), shareOf(paise(held), 5_000)],
    ...(offer ? [[m.desk_last_offer(), offer.payer_share_paise] as const] : []),
  ]
}

interface DecisionFormProps {
  readonly deal: Deal
  readonly dispute: CaseDispute
  readonly draft: DraftDecision
  readonly onChange: (over: Partial<DraftDecision>) => void
}

export function DecisionForm({ deal, dispute, draft, onChange }: DecisionFormProps) {
  const held = deal.money.held_paise
  const templates = templatesOf(deal.track)
  const over = overHeld(draft.share, held)
  return (
    <>
      <div className="actions">
        {decisionPresets(deal, dispute).map(([label, amount]) => (
          <Button key={label} onClick={() => onChange({ share: rupees(amount) })}>
            {label}
          </Button>
        ))}
      </div>
      <div className="field">
        <label className="field__label" htmlFor={fieldId(fieldName('share'))}>
          {m.deal_field_payer_share({ name: nameOf(deal, 'payer') })}
        </label>
        <p className="field__hint" id="decision-share-hint">
          {m.desk_of_held({ amount: formatPaiseShort(held) })}
        </p>
        <span className="input__row">
          <span className="input__prefix">₹</span>
          <input
            id={fieldId(fieldName('share'))}
            {...keyTarget('d')}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={over === '' ? undefined : true}
            aria-describedby={
              over === '' ? 'decision-share-hint' : 'decision-share-hint decision-share-error'
            }
            value={draft.share}
            onChange={(event) => onChange({ share: event.currentTarget.value })}
          />
        </span>
        {over && (
          <p className="field__error" id="decision-share-error" role="alert">
            {over}
          </p>
        )}
      </div>
      <div className="field">
        <label className="field__label" htmlFor={fieldId(fieldName('fault'))}>
          {m.deal_field_at_fault()}
        </label>
        <select
          id={fieldId(fieldName('fault'))}
          className="input"
          value={draft.fault}
          onChange={(event) => onChange({ fault: event.currentTarget.value as DraftDecision['fault'] })}
        >
          <option value="">{m.deal_choose()}</option>
          {FAULTS.map((fault) => (
            <option key={fault} value={fault}>
              {faultWords(deal, fault)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field__label" htmlFor="decision-template">
          {m.desk_template()}
        </label>
        <select
          id="decision-template"
          className="input"
          value=""
          onChange={(event) => {
            const template = templates[Number(event.currentTarget.value)]
            if (template)
              onChange({ reasons: [draft.reasons.trim(), template.text()].filter(Boolean).join('\n\n') })
          }}
        >
          <option value="">{m.deal_choose()}</option>
          {templates.map(({ label }, at) => (
            <option key={label()} value={at}>
              {label()}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field__label" htmlFor={fieldId(fieldName('reasons'))}>
          {m.deal_field_reasons()}
        </label>
        <textarea
          id={fieldId(fieldName('reasons'))}
          className="input"
          rows={8}
          maxLength={4_000}
          value={draft.reasons}
          onChange={(event) => onChange({ reasons: event.currentTarget.value })}
        />
      </div>
    </>
  )
}
