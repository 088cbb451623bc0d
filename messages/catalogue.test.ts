/** Both languages say everything, with the same blanks to fill in. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (locale: string): Record<string, string> => {
  const { $schema: _, ...messages } = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'))
  return messages
}
const blanks = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

const [en, hi] = [read('en'), read('hi')]

describe('messages', () => {
  it('are the same set in English and Hindi', () => {
    expect(Object.keys(hi).sort()).toEqual(Object.keys(en).sort())
  })

  it('have the same blanks in both', () => {
    const apart = Object.keys(en).filter((key) => `${blanks(en[key] ?? '')}` !== `${blanks(hi[key] ?? '')}`)
    expect(apart).toEqual([])
  })

  it('are none of them empty', () => {
    expect(Object.entries({ ...en, ...hi }).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})
