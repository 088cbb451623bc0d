import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryOf, readViews, storeViews } from './saved-view-store.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(items: Map<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  })
}

describe('what of the address is kept', () => {
  it('is that of one grid, in one order, without its page', () => {
    const names = ['search', 'ordering', 'state']
    const one = new URLSearchParams('state=held&u_search=Asha&page=3&ordering=-amount&search=')
    const other = new URLSearchParams('ordering=-amount&state=held')
    expect(queryOf(one, names)).toBe('ordering=-amount&state=held')
    expect(queryOf(other, names)).toBe(queryOf(one, names))
    expect(queryOf(one, ['u_search'])).toBe('u_search=Asha')
  })
})

describe('views of a browser', () => {
  it('are found again under their grid', () => {
    storage(new Map())
    const views = [{ name: 'Large and held', query: 'state=held&min=50000' }]
    storeViews('deals', views)
    expect(readViews('deals')).toEqual(views)
    expect(readViews('people')).toEqual([])
  })

  it('are none where something else is kept, or nothing can be', () => {
    storage(
      new Map([
        ['views:deals', '[{"name":1,"query":"a"},null,{"name":"A","query":"b"}]'],
        ['views:people', '{'],
      ]),
    )
    expect(readViews('deals')).toEqual([{ name: 'A', query: 'b' }])
    expect(readViews('people')).toEqual([])
    vi.stubGlobal('localStorage', undefined)
    expect(readViews('deals')).toEqual([])
    expect(storeViews('deals', [{ name: 'A', query: 'b' }])).toHaveLength(1)
  })
})
