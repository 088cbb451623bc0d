import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a terminal without the package that makes lines readable gets JSON lines', () => {
  expect(() => openLog({ logLevel: 'info', logPretty: true }, 'not-an-installed-package')).not.toThrow()
})

test('a line of JSON says which process of which program wrote it', () => {
  expect(openLog({ logLevel: 'info', logPretty: false }).bindings()).toEqual({
    service: 'amanat',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    instance: expect.stringMatching(new RegExp(`.+:${process.pid}$`)),
  })
})
