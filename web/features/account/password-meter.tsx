/** Advice beside a new password; it refuses nothing. Loaded when somebody types one. */
import { strengthOf } from '#core/password-strength.ts'
import { m } from '#messages/compiled/messages.js'

const TEXT = {
  weak: m.account_strength_weak,
  fair: m.account_strength_fair,
  good: m.account_strength_good,
} as const

export interface PasswordMeterProps {
  readonly password: string
  /** Name, phone, email: what a password must not be made of. */
  readonly words: readonly string[]
}

export function PasswordMeter({ password, words }: PasswordMeterProps) {
  const strength = strengthOf(password, [...words, 'amanat'])
  return (
    <p className="password-meter__advice" role="status">
      <meter
        className="password-meter__bar"
        min={0}
        max={3}
        value={{ weak: 1, fair: 2, good: 3 }[strength]}
        aria-hidden="true"
      />
      {TEXT[strength]()}
    </p>
  )
}
