/** The operator's limits: read at the start, and refused in one line that names the file and the rule. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SPEC_LIMITS } from '#core/field-limits.ts'
import { ConfigError } from '#server/lib/operator-error.ts'
import { defaultContentDir, readOperatorContent } from './operator-content.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amanat-content-'))
  copyFileSync(join(defaultContentDir, 'site.json'), join(folder, 'site.json'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (text: string) => writeFileSync(join(folder, 'limits.json'), text)

describe('limits.json', () => {
  it('is not needed', () => {
    expect(readOperatorContent(folder).limits).toEqual(SPEC_LIMITS)
    expect(readOperatorContent(defaultContentDir).limits).toEqual(SPEC_LIMITS)
  })

  it('widens a field', () => {
    write('{"service_details": {"min": 2, "max": 60, "letters": "any"}}')
    expect(readOperatorContent(folder).limits).toEqual({
      ...SPEC_LIMITS,
      service_details: { min: 2, max: 60, letters: 'any' },
    })
  })

  it.each([
    ['narrower', '{"service_details": {"max": 10}}', 'service_details.max: must be 20 or more'],
    ['of unknown fields', '{"product": {"max": 60}}', 'Unrecognized key: "product"'],
    ['no JSON', '{"service_details": ', 'cannot be read'],
  ])('that is %s stops the start with one line', (_, text, words) => {
    write(text)
    const read = () => readOperatorContent(folder)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(words)
    expect(read).toThrow(/^[^\n]*limits\.json[^\n]*$/)
  })
})
