/** Pauses of providers that do not answer, in tests that play their calls and not the waits between them. */

type Query = (text: string) => Promise<readonly unknown[]>

/** Runs until nothing is due: each pause is over at once. */
export async function workOffPauses(query: Query, run: () => Promise<{ claimed: number }>): Promise<void> {
  const endPauses = async () =>
    (
      await query(
        'update provider_outage set probe_at = clock_timestamp() where probe_at > clock_timestamp() returning queue',
      )
    ).length > 0
  while ((await run()).claimed > 0 || (await endPauses()));
}
