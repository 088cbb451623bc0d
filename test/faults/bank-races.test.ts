// Many people at once for the same line of a bank: one of them decides it, and its money goes one way.
import { beforeAll } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { look, type Person, teammate } from '#test/support/people.ts'
import { useDesk } from '#test/support/statements/desk.ts'
import { fault, shuffle } from './support/fault.ts'

const app = useApp()
const desk = useDesk(app)
let admins: readonly Person[] = []
beforeAll(async () => {
  admins = [
    desk.people.maker,
    desk.people.checker,
    await teammate(app, 'Admin'),
    await teammate(app, 'Admin'),
  ]
})

/** Four people say four times which of two deals a payment was for; each at once with all the others. */
fault('line-decided-at-once', { short: 3, full: 100 }, async ({ rounds, random }) => {
  let [lost, doubled, acknowledged, conflicts] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const payments = [await desk.awaited(), await desk.awaited()]
    const { id } = await desk.waitingLine({ dir: 'C', rupees: 1500, narration: 'UPI-SOMEBODY' })
    const suspense = await desk.balance('suspense')
    const ways = admins.flatMap((who) =>
      [...payments, ...payments].map(({ reference }) => async (): Promise<number> => {
        const wish = { kind: 'pay_in', target: reference, expected: 'applied' }
        return (await desk.act(who, id, 'decide', wish)).status
      }),
    )
    const statuses = await Promise.all(shuffle(ways, random).map((way) => way()))
    const wins = statuses.filter((status) => status === 200).length
    acknowledged += wins
    conflicts += statuses.filter((status) => status === 409).length
    const states = await Promise.all(
      payments.map(async ({ pair }) => (await look(app, pair.payer, pair.formPk)).status),
    )
    const funded = states.filter((state) => state === 'funded').length
    const moved = suspense - (await desk.balance('suspense'))
    if (wins < 1 || funded < 1 || moved < 150_000) lost += 1
    if (wins > 1 || funded > 1 || moved > 150_000) doubled += 1
    // everybody has an answer that says which it was
    lost += statuses.filter((status) => status !== 200 && status !== 409).length
  }
  const problems = [...(await app.verify()), ...(await desk.query('select * from verify_bank()'))]
  return { rounds, acknowledged, lost, doubled, problems, note: `${conflicts} told that it was decided` }
})
