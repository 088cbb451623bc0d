export interface Problem {
  readonly file: string
  readonly what: string
}
export function checkPack(file: string): Promise<{ problems: Problem[]; summary: string[] }>
