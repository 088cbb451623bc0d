/**
 * A call that was refused until the second factor is shown: the page asks for it, and the call goes out again. One answer
 * serves all calls that wait for it.
 */
import type { SecondFactorStep } from '#core/contract/auth.ts'

/** Settles true once the second factor was shown, false when it was put off. */
type Prompt = (step: SecondFactorStep) => Promise<boolean>

let prompt: Prompt | null = null
let onReady: () => void = () => undefined
let waiting: Promise<boolean> | null = null

/** Called by what draws the dialog; answers what takes it away again. */
export function onSecondFactor(asks: Prompt): () => void {
  prompt = asks
  onReady()
  return () => {
    prompt = null
    waiting = null
  }
}

/** The dialog is loaded for the team alone, and may come after the first refusal. */
const whenReady = (): Promise<void> =>
  prompt
    ? Promise.resolve()
    : new Promise((done) => {
        onReady = done
      })

export function askSecondFactor(step: SecondFactorStep): Promise<boolean> {
  waiting ??= whenReady()
    .then(() => prompt?.(step) ?? false)
    .finally(() => {
      waiting = null
    })
  return waiting
}

/** Which step a refusal asks for; null for every other answer. */
export function secondFactorStepOf(status: number, body: unknown): SecondFactorStep | null {
  const { code, second_factor: step } = (body ?? {}) as { code?: unknown; second_factor?: unknown }
  if (status !== 403 || code !== 'second_factor') return null
  return step === 'enrol' ? 'enrol' : 'confirm'
}
