/** content/site.json: what a page could not do without is refused at the start, not found missing by a reader. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { siteContentSchema } from './site-content.ts'
import { EMPTY_SITE_SETTINGS, SHELL_FILE } from './site-settings.ts'

const read = () => JSON.parse(readFileSync('content/site.json', 'utf8')) as Record<string, unknown>
const NAMES = { en: 'Asha', hi: 'आशा' }
const problems = (over: Record<string, unknown>) =>
  siteContentSchema.safeParse({ ...read(), ...over }).error?.issues.map(({ path }) => path.join('.')) ?? []

it('the content that comes along is complete', () => expect(problems({})).toEqual([]))

describe('nothing may be left out', () => {
  it.each(Object.keys(siteContentSchema.shape))('%s', (name) => {
    expect(problems({ [name]: undefined })).toEqual([name])
  })
})

describe('what is named is whole', () => {
  const officer = { name: NAMES, designation: NAMES, email: 'a@b.in', phone: '1' }
  const member = { name: NAMES, role: NAMES, profile: 'https://example.com/a' }
  it.each([
    ['a name in both languages', { name: { en: 'Amanat' } }, 'name.hi'],
    ['a name that is not empty', { name: { en: '', hi: 'अमानत' } }, 'name.en'],
    ['a registration with its number', { registrations: [{ label: 'CIN' }] }, 'registrations.0.value'],
    ['a registration with its kind', { registrations: [{ value: 'U1' }] }, 'registrations.0.label'],
    ['the officer’s name', { grievance_officer: { ...officer, name: {} } }, 'grievance_officer.name.en'],
    [
      'the officer’s rank',
      { grievance_officer: { ...officer, designation: '' } },
      'grievance_officer.designation',
    ],
    ['the officer’s address', { grievance_officer: { ...officer, email: 1 } }, 'grievance_officer.email'],
    ['the officer’s phone', { grievance_officer: { ...officer, phone: null } }, 'grievance_officer.phone'],
    ['a profile that opens', { team: [{ ...member, profile: 'asha' }] }, 'team.0.profile'],
    ['a role', { team: [{ ...member, role: null }] }, 'team.0.role'],
    ['a person', { team: [{ ...member, name: null }] }, 'team.0.name'],
    ['an example is one or not', { team: [{ ...member, sample: 'yes' }] }, 'team.0.sample'],
    ['who says it', { testimonials: [{ text: NAMES }] }, 'testimonials.0.who'],
    ['what they say', { testimonials: [{ who: NAMES }] }, 'testimonials.0.text'],
    ['a partner', { partners: [{}] }, 'partners.0.name'],
    ['a kind of place', { social: [{ label: 'X', url: 'https://x.com' }] }, 'social.0.kind'],
    ['a place’s name', { social: [{ kind: 'x', url: 'https://x.com' }] }, 'social.0.label'],
    ['a place that opens', { social: [{ kind: 'x', label: 'X', url: 'x' }] }, 'social.0.url'],
    ['the form for goods', { dispute_forms: { services: null } }, 'dispute_forms.shopping'],
    ['the form for work', { dispute_forms: { shopping: null } }, 'dispute_forms.services'],
  ])('%s', (_, over, path) => expect(problems(over)[0]).toBe(path))
  it('an example may be marked as one', () => {
    expect(problems({ partners: [{ name: NAMES, sample: true }], team: [member] })).toEqual([])
  })
})

describe('a link is a page of the web', () => {
  it.each([
    ['https://example.com', []],
    ['http://example.com', []],
    ['javascript:alert(1)', ['blog']],
    ['shttps://example.com', ['blog']],
    ['httpss://example.com', ['blog']],
    ['example.com', ['blog']],
  ])('%s', (blog, paths) => expect(problems({ blog })).toEqual(paths))
})

describe('before anything is given', () => {
  it('a build has no name, address or rule of anybody', () => {
    const { content, ...settings } = EMPTY_SITE_SETTINGS
    expect(settings).toMatchObject({ origin: '', sandbox: false, policy: {}, documents: {} })
    expect(JSON.stringify(content).match(/:"[^"]|\[[^\]]/g)).toBeNull()
  })
  it('its content has every part that the real one has', () => {
    expect(Object.keys(EMPTY_SITE_SETTINGS.content).sort()).toEqual(
      Object.keys(siteContentSchema.shape).sort(),
    )
  })
  it('the app is drawn from one document', () => expect(SHELL_FILE).toBe('app-shell.html'))
})
