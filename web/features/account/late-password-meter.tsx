/** The meter comes with the first character: nobody who signs in loads its list of words. */
import { type ComponentType, lazy, Suspense } from 'react'
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

export function LatePasswordMeter(props: PasswordMeterProps) {
  if (props.password === '') return null
  return (
    <Suspense fallback={null}>
      <PasswordMeter {...props} />
    </Suspense>
  )
}
