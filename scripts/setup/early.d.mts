export function putEarly(app: readonly string[]): Promise<void>
