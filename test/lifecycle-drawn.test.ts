/** What is drawn from the lifecycle table is the table as it is now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TRANSITIONS } from '#core/lifecycle/transitions.ts'
import { drawings } from '#scripts/draw-lifecycle/drawings.ts'

const drawn = drawings()
const onDisk = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

describe('drawn from the table', () => {
  it.each([...drawn.keys()])('%s is current: node --import tsx scripts/draw-lifecycle.ts', (name) => {
    expect(onDisk(name)).toBe(drawn.get(name))
  })
  it('leaves no row out', () => {
    const table = (drawn.get('docs/lifecycle.md') ?? '').split('\n').filter((line) => line.startsWith('| '))
    expect(table).toHaveLength(TRANSITIONS.length + 1)
  })
})
