/** A mail or a paper is handed on: the last four say to its owner which account it was. */
export function masked(destination: string): string {
  const [name = '', bank] = destination.split('@')
  return `••••${name.slice(-4)}${bank ? `@${bank}` : ''}`
}
