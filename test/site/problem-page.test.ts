/** The page of a refusal's code, in the frame of the built site: its fonts and bar, and the other language of that very code. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemRoutes } from '#server/http/routes/problems.ts'
import type { Site } from '#server/http/site/open-site.ts'
import { builtSite } from '#test/support/site.ts'

const app: FastifyInstance = Fastify()
let site: Site
beforeAll(async () => {
  site = await builtSite({})
  problemRoutes(app, { site })
  await app.ready()
})
afterAll(() => app.close())

describe.each([
  ['', '/hi', 'en', 'Amanat'],
  ['/hi', '', 'hi', 'अमानत'],
])('the page of a code below "%s"', (prefix, other, language, name) => {
  it('brings the letters of both languages, and leads to its other one', async () => {
    const { body, headers } = await app.inject(`${prefix}/problems/wrong-state`)
    expect(body).toContain(`<html lang="${language}"`)
    expect(body).toContain(`<title>wrong_state · ${name}</title>`)
    expect(body).toMatch(/<main[^>]*>.*<h1><code>wrong_state<\/code><\/h1>/)
    expect(body).toMatch(/src:[^}]*url\(\/fonts\/devanagari-400-v1\.woff2\)/)
    expect(existsSync(join(site.clientDir, 'fonts/devanagari-400-v1.woff2'))).toBe(true)
    expect(body).toContain(`href="${other}/problems/wrong-state"`)
    expect(body).not.toContain('/404"')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})
