/** The last verdict of verify() in this process: at start, hourly, after faults. Money moves only while it is sound. */
export interface Audit {
  readonly at: number | null
  readonly problems: string[]
}
let last: Audit = { at: null, problems: [] }
export const lastAudit = (): Audit => last
export const noteAudit = (audit: Audit): void => {
  last = audit
}
