/** Asks for the second factor over whatever page is open, when a call was refused for want of it (lib/second-factor.ts). */
import { useEffect, useState } from 'react'
import type { SecondFactorStep } from '#core/contract/auth.ts'
import { m } from '#messages/compiled/messages.js'
import { onSecondFactor } from '#web/lib/second-factor.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SecondFactor } from './second-factor-dialog.tsx'

interface OpenPrompt {
  readonly step: SecondFactorStep
  readonly answer: (isShown: boolean) => void
}

export function SecondFactorPrompt() {
  const [question, setQuestion] = useState<OpenPrompt | null>(null)
  useEffect(() => onSecondFactor((step) => new Promise((answer) => setQuestion({ step, answer }))), [])
  const settle = (isShown: boolean) => {
    question?.answer(isShown)
    setQuestion(null)
  }
  return (
    <Dialog
      opened={question !== null}
      title={question?.step === 'enrol' ? m.second_factor_enrol() : m.second_factor_title()}
      onClose={() => settle(false)}
    >
      {question && <SecondFactor step={question.step} onShown={() => settle(true)} />}
    </Dialog>
  )
}
