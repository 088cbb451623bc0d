/** The questions that people ask before they trust a stranger, each with what the rules say. */
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { siteName } from '#web/lib/site.ts'
import { figures } from './figures.ts'

export function WhatIf() {
  return (
    <section aria-labelledby="what-if">
      <h2 id="what-if">{m.how_if_title()}</h2>
      {questions().map(([question, answer]) => (
        <details key={question} className="whatif">
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <p>
        <a className="tap-target" href={href('/faq')}>
          {m.how_if_more()}
        </a>
      </p>
    </section>
  )
}

function questions(): readonly (readonly [question: string, answer: string])[] {
  const f = figures()
  const figure = (name: string): string => f[name] ?? ''
  const [shopping, services] = [figure('complaintWindow.shopping'), figure('complaintWindow.services')]
  const [fee, silence] = [figure('disputeFee'), figure('unresponsiveness')]
  const cancellation = figure('cancellationFee')
  const [tracking, delivery] = [figure('trackingWindow'), figure('deliveryDue')]
  return [
    [m.how_if_no_parcel(), m.home_help_no_parcel({ tracking, delivery })],
    [m.how_if_wrong(), m.home_help_wrong({ complaint: shopping })],
    [m.how_if_return(), m.how_if_return_answer({ fee, silence })],
    [m.how_if_no_money(), m.home_help_no_money({ fee: cancellation })],
    [m.how_if_screenshot(), m.how_if_screenshot_answer()],
    [m.how_if_silence(), m.how_if_silence_answer({ shopping, services })],
    [m.how_if_call(), m.how_if_call_answer({ name: siteName() })],
    [m.how_if_disagree(), m.home_help_dispute({ mutual: figure('mutualResolution') })],
    [m.how_if_mind(), m.how_if_mind_answer({ fee: cancellation })],
  ]
}
