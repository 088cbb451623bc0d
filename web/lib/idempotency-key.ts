/** Keys by which the server recognises a repeated write. Free of React: prerendered pages use it too. */

/** `crypto.randomUUID` is missing on plain http, where the site is tried on a local network. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** One input, and the key under which it is sent. */
export interface Submission {
  readonly input: string
  readonly key: string
}

/** The same key while the same input is sent again; a new one for any other input. */
export function submissionFor(previous: Submission | undefined, input: unknown): Submission {
  const text = JSON.stringify(input)
  return previous?.input === text ? previous : { input: text, key: newKey() }
}

/** The inputs whose answers are awaited: `start` says whether an input may be sent, `end` is called with its answer. */
export function createInFlightInputs() {
  const inputs = new Set<string>()
  return {
    start: (input: unknown): boolean => {
      const text = JSON.stringify(input)
      return !inputs.has(text) && Boolean(inputs.add(text))
    },
    end: (input: unknown): void => {
      inputs.delete(JSON.stringify(input))
    },
  }
}
