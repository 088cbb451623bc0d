/** The frame of the three steps: progress, the step's fields, and the buttons forward and back. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import { ApiError, errorWords } from '#web/lib/api-error.ts'
import { useOnline } from '#web/lib/hooks.ts'
import { href } from '#web/lib/locale.ts'
import { siteName } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { StillNeeded } from '#web/ui/still-needed.tsx'
import { VerifyFirst } from '#web/ui/verify-first.tsx'
import '#web/features/offer/offer.css'
import './offer-form.css'

interface WizardProps {
  readonly lead: string
  /** The names of the three steps. */
  readonly names: readonly string[]
  readonly termsPath: string
  readonly step: number
  /** Every field of this step is filled in and valid. */
  readonly isReady: boolean
  /** The fields of this step that it waits for. */
  readonly missing: readonly string[]
  /** What the offer costs is known: nobody confirms what they have not seen. */
  readonly isPriced: boolean
  readonly isSending: boolean
  readonly error: Error | null
  readonly go: (step: number) => void
  readonly submit: () => void
  readonly startOver: () => void
  readonly children: ReactNode
}

const NONE: readonly string[] = []

export function Wizard(props: WizardProps) {
  const { step, names, isReady, isPriced, isSending, go } = props
  const [acknowledged, setAcknowledged] = useState(false)
  const isLast = step === 2
  const canGo = isLast ? acknowledged && isPriced : isReady
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!canGo || isSending) return
    if (isLast) props.submit()
    else go(step + 1)
  }
  return (
    <>
      {step === 0 && <p className="offer__lead">{props.lead}</p>}
      <Progress names={names} step={step} />
      <form className="offer__form" onSubmit={onSubmit} noValidate>
        <StepHead step={step} name={names[step] ?? ''} />
        {props.children}
        {isLast && <Acknowledge ticked={acknowledged} onTick={setAcknowledged} termsPath={props.termsPath} />}
        {/* next to the button that was pressed, not a screen above it */}
        <OfflineWarning />
        {props.error && (
          <>
            <ErrorNotice message={errorWords(props.error)} />
            <WayOn error={props.error} />
          </>
        )}
        <div className="offer__buttons">
          {step > 0 && (
            <Button onClick={() => go(step - 1)} disabled={isSending}>
              {m.ui_back()}
            </Button>
          )}
          <Button type="submit" kind="next" disabled={!canGo} busy={isSending}>
            {isLast ? (isSending ? m.offer_confirm_busy() : m.offer_confirm()) : m.ui_next()}
          </Button>
        </div>
        <StillNeeded names={isLast ? NONE : props.missing} />
        {isLast && !acknowledged && <p className="field__hint">{m.offer_tick_first()}</p>}
        <p className="muted offer__note">{isLast ? m.offer_confirm_hint() : m.offer_saved()}</p>
        <p>
          <Button kind="quiet" className="offer__text-button" onClick={props.startOver} disabled={isSending}>
            {m.offer_start_over()}
          </Button>
        </p>
      </form>
    </>
  )
}

function Progress({ names, step }: { names: readonly string[]; step: number }) {
  return (
    <ol className="progress" aria-label={m.offer_progress()}>
      {names.map((name, at) => (
        <li
          key={name}
          className={at < step ? 'progress__step progress__step--done' : 'progress__step'}
          aria-current={at === step ? 'step' : undefined}
        >
          <span className="progress__number" aria-hidden="true">
            {at < step ? <CheckIcon /> : at + 1}
          </span>
          <span className="progress__name">
            {name}
            {at < step && <span className="visually-hidden"> ({m.offer_step_done()})</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Takes the focus when the step changes, so that keyboard and screen reader users follow. */
function StepHead({ step, name }: { step: number; name: string }) {
  const head = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    head.current?.focus({ preventScroll: true })
    head.current?.closest('.offer')?.scrollIntoView()
  }, [step])
  return (
    <h2 ref={head} tabIndex={-1} className="offer__step">
      <span className="muted">{m.offer_step_of({ step: String(step + 1), count: '3' })}</span> {name}
    </h2>
  )
}

interface AcknowledgeProps {
  readonly ticked: boolean
  readonly onTick: (ticked: boolean) => void
  readonly termsPath: string
}
function Acknowledge({ ticked, onTick, termsPath }: AcknowledgeProps) {
  return (
    <div className="field">
      <div className="tick">
        <input
          id="field-acknowledged"
          type="checkbox"
          checked={ticked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <label htmlFor="field-acknowledged">
          {m.offer_acknowledge({ name: siteName() })}{' '}
          <a href={href(termsPath)} target="_blank" rel="noopener">
            {m.offer_acknowledge_read()}
          </a>
        </label>
      </div>
    </div>
  )
}

/** Whoever may not send it is not told to try again: it would be refused each time. */
function WayOn({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || error.status !== 403) return <p>{m.offer_draft_saved()}</p>
  return (
    <>
      <VerifyFirst error={error} />
      {error.code === 'blocked' && (
        <p>
          <a className="tap-target" href={href('/grievance')}>
            {m.offer_write_to_us()}
          </a>
        </p>
      )}
      <p>{m.offer_draft_kept()}</p>
    </>
  )
}

function OfflineWarning() {
  const isOnline = useOnline()
  return isOnline ? null : (
    <Notice kind="next" live>
      <p>{m.offer_offline()}</p>
    </Notice>
  )
}
