import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a terminal without the package that makes lines readable gets JSON lines', () => {
  expect(() => openLog({ logLevel: 'info', logPretty: true }, 'not-an-installed-package')).not.toThrow()
})
