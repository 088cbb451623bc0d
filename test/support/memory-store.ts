/** What `localStorage` and `sessionStorage` of a browser do for our pages, for tests without one. */
export class MemoryStore {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}
