/** Tests and results of vitest as StrykerJS has them. */
import { relative, resolve } from 'node:path'

const STATUS = { pass: 0, fail: 1 }
const SKIPPED = 2

export const pathOf = (file) => relative(process.cwd(), file)

/** Those that were run. */
export const testsOf = (suite) =>
  suite.tasks
    .flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]))
    .filter(({ type, result }) => type === 'test' && result)

const nameOf = (test) => {
  const names = []
  for (let task = test; task; task = task.suite) names.unshift(task.name)
  return names.join(' ').trim()
}
/** The same as in hot-setup.mjs. */
export const idOf = (test) => `${pathOf(test.file.filepath)}#${nameOf(test)}`
export const fileOfId = (id) => id.split('#', 1)[0]
export const nameOfId = (id) => id.slice(id.indexOf('#') + 1)

export const messageOf = (task) => task.result?.errors?.[0]?.message
export const hasFailed = ({ result }) => result?.state === 'fail'

export const resultOf = (test) => ({
  id: idOf(test),
  name: nameOf(test),
  timeSpentMs: test.result.duration ?? 0,
  fileName: resolve(test.file.filepath),
  status: STATUS[test.result.state] ?? SKIPPED,
  failureMessage: messageOf(test) ?? 'failed',
})
