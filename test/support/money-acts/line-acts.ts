/** What the team says of the operator's bank accounts: of lines, whole statements, and files of payouts. */
import type { TestApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import { bankOf, payoutOf, setTarget } from '#test/support/payout-targets.ts'
import { type Person, pay, take } from '#test/support/people.ts'
import type { useDesk } from '#test/support/statements/desk.ts'
import { uploadStatement } from '#test/support/statements/upload.ts'
import { callOf, LARGE, NOTE, type PrepareAct, queryOf } from './act.ts'
import { debtor } from './book-acts.ts'

const PARCEL = { courier: 'delhivery', tracking_number: '12345678901' }
const BACK = { kind: 'refund', upi_id: 'dev.mehta@okbank', recipient: 'DEV MEHTA' }
const ITS_LINE = 'UPI-DEV MEHTA-dev.mehta@okbank-HDFC0000042-640000000009'

export function lineActs(app: TestApp, desk: ReturnType<typeof useDesk>): Record<string, PrepareAct> {
  const call = callOf(app)
  const agreeTo = (id: string) => (who: Person) => desk.act(who, id, 'approve')
  const line = async (dir: 'C' | 'D', narration: string, body: object, rupees = LARGE) => {
    const { id } = await desk.waitingLine({ dir, rupees, narration })
    return { ask: call(`bank-lines/${id}/decide`, body), agree: agreeTo(id) }
  }
  return {
    'a line pays a deal': async () => {
      const { reference } = await desk.awaited(LARGE * 100)
      return line('C', 'UPI-SOMEBODY', { kind: 'pay_in', target: reference, expected: 'applied' })
    },
    'a line pays a debt': async () => {
      const { payer } = await debtor(app)
      return line('C', 'NEFT-ASHA', { kind: 'debt', target: String(payer.id), expected: 'debt' })
    },
    'a large debit is called a charge': () => line('D', 'SMS CHGS', { kind: 'explain', class: 'charges' }),
    'money that left without us is called our own': () =>
      line('D', 'UPI-SOMEBODY', { kind: 'explain', class: 'own' }, 10),
    'money of nobody goes back': async () => {
      const act = await line('C', ITS_LINE, BACK)
      // its payer has had the days in which they could say that it is theirs
      await app.advance('P12D')
      return act
    },
    'what was said of a line is undone': async (first) => {
      const { id } = await desk.waitingLine({ dir: 'D', rupees: 59, narration: 'SMS CHGS Q2' })
      await call(`bank-lines/${id}/decide`, { kind: 'explain', class: 'charges' })(first)
      return { ask: call(`bank-lines/${id}/undo`, NOTE), agree: agreeTo(id) }
    },
    'a statement is taken over': async (first) => {
      const { id } = await account(app, first, '502000112288')
      const content = `Date,Narration,Ref No,Debit,Credit,Balance\n02/11/2026,UPI-X,,,${LARGE}.00,${LARGE}.00`
      let statement = ''
      return {
        ask: async (who) => {
          const reply = await uploadStatement(app, { account: id, content, who })
          statement = reply.body.id
          return reply
        },
        agree: (who) => call(`statements/${statement}/approve`)(who),
      }
    },
    'a file of payouts leaves': (first) => fileOfPayouts(app, first),
  }
}

const account = async (app: TestApp, first: Person, number: string): Promise<{ id: string }> =>
  (await callOf(app)('bank-accounts', { bank: 'HDFC', account: number, opening_paise: 0 })(first)).body

async function fileOfPayouts(app: TestApp, first: Person) {
  const call = callOf(app)
  const pair = await agreedGoods(app)
  await setTarget(app, pair.payee, bankOf(pair))
  await app.advance('PT25H')
  await pay(app, pair.payer, pair.formPk)
  await queryOf(app)(`update deposit set provider = 'upi' where deal_id = $1`, [pair.formPk])
  await take(app, pair.payee, pair.formPk, 'ship', PARCEL)
  await take(app, pair.payer, pair.formPk, 'release')
  const { id } = await account(app, first, '502000112299')
  await call(`bank-accounts/${id}/payout-file`, { ifsc: 'HDFC0000123', client_code: 'amnt' })(first)
  const payouts = [(await payoutOf(app, pair)).id]
  let batch = ''
  return {
    ask: async (who: Person) => {
      const reply = await call('payout-batches', { bank_account: id, format: 'generic', payouts })(who)
      batch = reply.body.id
      return reply
    },
    agree: (who: Person) => call(`payout-batches/${batch}/approve`, {})(who),
    afterwards: (who: Person) => call(`payout-batches/${batch}/download`, {})(who),
  }
}
