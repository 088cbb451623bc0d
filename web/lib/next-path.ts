/** Where to go after signing in: the page that asked for it, when it is one of ours. */
export function nextPath(search: string, otherwise: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  // `//host` and `/\host` are other sites to a browser, which also drops a tab or a line end between the two.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : otherwise
}
