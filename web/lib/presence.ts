/** Whether somebody is at the screen: pages ask the server by themselves, and an idle session of the team has to end. */
const AWAY_MS = 60_000
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const

let lastInputAt = Date.now()

if (typeof window !== 'undefined')
  for (const name of INPUTS)
    window.addEventListener(
      name,
      () => {
        lastInputAt = Date.now()
      },
      { passive: true, capture: true },
    )

export const isAway = (): boolean => Date.now() - lastInputAt > AWAY_MS
