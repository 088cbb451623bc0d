/** What the server holds after minutes of deals, on the way and at the end. */
import { readFileSync } from 'node:fs'
import { measureDeals } from './deals.ts'
import type { World } from './world.ts'

export interface MemoryFigures {
  readonly minutes: number
  readonly deals: number
  /** Resident megabytes, before and then after every minute. */
  readonly megabytes: readonly number[]
}

const residentOf = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

export async function measureMemory(world: World, minutes: number): Promise<MemoryFigures> {
  const { pid } = world.running.program.child
  const megabytes = [residentOf(pid)]
  let deals = 0
  for (let minute = 0; minute < minutes; minute++) {
    const figures = await measureDeals(world, { clients: 8, hot: false, seconds: 58 })
    deals += figures.deals
    megabytes.push(residentOf(pid))
  }
  return { minutes, deals, megabytes }
}
