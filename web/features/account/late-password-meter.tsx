/** The meter comes with the first character: nobody who signs in loads its list of words. */
import { type ComponentType, lazy, Suspense } from 'react'
import './password-meter.css'
import type { PasswordMeterProps } from './password-meter.tsx'

async function load(): Promise<{ default: ComponentType<PasswordMeterProps> }> {
  try {
    return { default: (await import('./password-meter.tsx')).PasswordMeter }
  } catch {
    // advice alone: without it the form works as before
    return { default: () => null }
  }
}
const PasswordMeter = lazy(load)

/** Its line has its place from the start: a line that comes late would move the tick box away under a finger. */
export const LatePasswordMeter = (props: PasswordMeterProps) => (
  <div className="password-meter">
    {props.password !== '' && (
      <Suspense fallback={null}>
        <PasswordMeter {...props} />
      </Suspense>
    )}
  </div>
)
