/** What `localStorage` and `sessionStorage` of a browser do for our pages, for tests without one; its keys are its properties. */
export class MemoryStore {
  [key: string]: unknown
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}
