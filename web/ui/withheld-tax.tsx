/** What of the payee's part goes to the State in their name. The server tells it to the payee and the team alone. */
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { Money } from '#web/ui/values.tsx'

type WithheldDeal = Pick<Deal, 'me' | 'money' | 'withheld'>

export function WithheldTax({ deal }: { deal: WithheldDeal }) {
  const { withheld, money } = deal
  if (!withheld || withheld.tds_paise + withheld.tcs_paise === 0) return null
  const { tds_paise, tcs_paise, final, reason } = withheld
  const left = final ? money.payee_paise : money.release_payee_paise - tds_paise - tcs_paise
  const isMine = deal.me === 'payee'
  return (
    <section className="withheld" aria-label={m.withheld_label()}>
      <dl className="shares costs">
        {tds_paise > 0 && (
          <div>
            <dt>{m.withheld_tds()}</dt>
            <dd>
              <Money paise={tds_paise} />
            </dd>
          </div>
        )}
        {tcs_paise > 0 && (
          <div>
            <dt>{m.withheld_tcs()}</dt>
            <dd>
              <Money paise={tcs_paise} />
            </dd>
          </div>
        )}
        <div>
          <dt>{leftLabel({ isMine, isFinal: final })}</dt>
          <dd>
            <Money paise={left} />
          </dd>
        </div>
      </dl>
      {!final && <p>{m.withheld_before_tax()}</p>}
      <p className="muted">{isMine ? m.withheld_about_you() : m.withheld_about()}</p>
      {isMine && reason === 'no_pan' && (
        <p>
          {m.withheld_no_pan()} <a href={`${href('/account')}#tax-papers`}>{m.withheld_add_pan()}</a>
        </p>
      )}
    </section>
  )
}

function leftLabel({ isMine, isFinal }: { isMine: boolean; isFinal: boolean }): string {
  if (isFinal) return isMine ? m.withheld_left_you() : m.withheld_left()
  return isMine ? m.withheld_leaves_you() : m.withheld_leaves()
}
