/** The address of an error tracker: `https://key@host/path/project`. */
export interface SentryTarget {
  readonly url: string
  readonly key: string
}

export function readSentryDsn(text: string): SentryTarget | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, host, pathname } = new URL(text)
  const [, folder, project] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || !username || password || !project) return null
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username }
}
