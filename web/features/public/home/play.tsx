/**
 * A worked example that can be played: a deal, a return and a dispute, step by step, with the money where it is at each.
 * Plain choices that the styles show: it works without a script, and by the arrow keys.
 */
import { rupees } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { figures } from '#web/features/public/figures.ts'
import { MoneyLine } from '#web/ui/money-line.tsx'

const AMOUNT = rupees(8500)
const SETTLED = rupees(6500)

interface Frame {
  readonly chip: string
  readonly text: string
  readonly held?: number
  readonly payee?: number
  readonly payer?: number
}
interface Story {
  readonly name: string
  readonly title: string
  readonly frames: readonly Frame[]
}

function stories(): readonly Story[] {
  const f = figures()
  const figure = (name: string): string => f[name] ?? ''
  return [
    {
      name: 'deal',
      title: m.home_play_deal(),
      frames: [
        { chip: m.home_play_agreed(), text: m.home_play_deal_agreed() },
        {
          chip: m.home_play_paid(),
          text: m.home_play_deal_paid({ tracking: figure('trackingWindow') }),
          held: AMOUNT,
        },
        {
          chip: m.home_play_checked(),
          text: m.home_play_deal_checked({ complaint: figure('complaintWindow.shopping') }),
          held: AMOUNT,
        },
        { chip: m.home_play_released(), text: m.home_play_deal_released(), payee: AMOUNT },
      ],
    },
    {
      name: 'return',
      title: m.home_play_return(),
      frames: [
        { chip: m.home_play_asked(), text: m.home_play_return_asked(), held: AMOUNT },
        { chip: m.home_play_sent_back(), text: m.home_play_return_sent(), held: AMOUNT },
        { chip: m.home_play_refunded(), text: m.home_play_return_done(), payer: AMOUNT },
      ],
    },
    {
      name: 'dispute',
      title: m.home_play_dispute(),
      frames: [
        {
          chip: m.home_play_complaint(),
          text: m.home_play_dispute_filed({ fee: figure('disputeFee') }),
          held: AMOUNT,
        },
        {
          chip: m.home_play_talk(),
          text: m.home_play_dispute_talk({ mutual: figure('mutualResolution') }),
          held: AMOUNT,
        },
        {
          chip: m.home_play_settled(),
          text: m.home_play_dispute_settled(),
          payee: SETTLED,
          payer: AMOUNT - SETTLED,
        },
      ],
    },
  ]
}

export function Play() {
  return (
    <div className="play">
      <p className="moneyline__example">{m.home_example()}</p>
      <fieldset className="play__choices">
        <legend>{m.home_play_title()}</legend>
        {stories().map(({ name, title }, place) => (
          <Choice key={name} group="play" value={name} label={title} isFirst={place === 0} />
        ))}
      </fieldset>
      {stories().map((story) => (
        <StoryPanel key={story.name} story={story} />
      ))}
    </div>
  )
}

function StoryPanel({ story: { name, title, frames } }: { readonly story: Story }) {
  return (
    <div className={`play__story play__story--${name}`}>
      <fieldset className="play__choices play__choices--steps">
        <legend className="visually-hidden">{title}</legend>
        {frames.map(({ chip }, place) => (
          <Choice
            key={chip}
            group={`play-${name}`}
            value={String(place)}
            label={chip}
            // the money is held: the step that says what this is for
            isFirst={place === (name === 'deal' ? 1 : 0)}
          />
        ))}
      </fieldset>
      <div className="play__frames">
        {frames.map(({ chip, text, held = 0, payee = 0, payer = 0 }) => (
          <div key={chip} className="play__frame">
            <MoneyLine
              payer={{ role: m.money_buyer(), name: m.home_example_payer() }}
              payee={{ role: m.money_seller(), name: m.home_example_payee() }}
              amountPaise={AMOUNT}
              heldPaise={held}
              payeePaise={payee}
              payerPaise={payer}
            />
            <p className="hero__move">{text}</p>
          </div>
        ))}
      </div>
    </div>
  )
}

interface ChoiceProps {
  readonly group: string
  readonly value: string
  readonly label: string
  readonly isFirst: boolean
}

function Choice({ group, value, label, isFirst }: ChoiceProps) {
  return (
    <label className="play__choice">
      <input type="radio" name={group} value={value} defaultChecked={isFirst} />
      <span>{label}</span>
    </label>
  )
}
