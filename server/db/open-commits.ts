/**
 * Commits of this process that were sent and are not answered yet. A commit that waits for a standby shows in no lock and no
 * timeout: everything that reads goes on while nobody's money moves.
 */
const openSince = new Set<{ readonly at: number }>()

/** To be called when it is sent; call the result when it is answered or lost. */
export function noteCommit(): () => void {
  const commit = { at: performance.now() }
  openSince.add(commit)
  return () => void openSince.delete(commit)
}

/** For how long the oldest has waited; 0 where none is open. A set keeps the order in which they came. */
export function oldestCommitMs(): number {
  for (const { at } of openSince) return performance.now() - at
  return 0
}
