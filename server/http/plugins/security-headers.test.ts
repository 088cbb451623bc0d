import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const YEAR_SECONDS = 31_536_000

describe('a browser that has been here', () => {
  it('comes back over https alone for a year, to every subdomain', () => {
    const policy = securityHeaders(true)['strict-transport-security'] ?? ''
    expect(Number(/max-age=(\d+)/.exec(policy)?.[1])).toBeGreaterThanOrEqual(YEAR_SECONDS)
    expect(policy).toContain('includeSubDomains')
  })
  it('is not told so over http, where it would shut itself out', () => {
    expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security')
  })
})
