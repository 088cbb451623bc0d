import { describe, expect, it } from 'vitest'
import { webhookProblemText } from './webhook-text.ts'

describe('why a webhook did not arrive', () => {
  it.each([
    ['address_refused', 'this address may not be called, it does not lead to the public internet'],
    ['address_unresolved', 'no server was found under this name'],
    ['timeout', 'no answer in time'],
    ['connection ECONNREFUSED', 'nothing listens at this address'],
    ['connection ENOTFOUND', 'no server was found under this name'],
    ['connection DEPTH_ZERO_SELF_SIGNED_CERT', 'the server’s certificate is not valid'],
    ['connection ERR_TLS_CERT_ALTNAME_INVALID', 'the server’s certificate is not valid'],
    ['connection ECONNRESET', 'the connection broke off'],
    ['connection failed', 'the connection broke off'],
    ['status 503', 'answered 503'],
  ])('%s is told in words', (problem, text) => {
    expect(webhookProblemText(problem, { locale: 'en' })).toBe(text)
    const hindi = webhookProblemText(problem, { locale: 'hi' })
    expect(hindi).toMatch(/[\u0900-\u097f]/)
    expect(hindi).not.toMatch(/[A-Z]{3}/)
  })
})
