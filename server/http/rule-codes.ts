/** What is said beside a field whose schema refuses it without a code of its own. */
import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** A code of messages/rule-text.ts; undefined where none says more than to check the field. */
export function ruleCodeOf(issue: Issue): string | undefined {
  const isMissing = issue.input === undefined || issue.input === null
  if (issue.code === 'invalid_type') return isMissing ? 'required' : textOnly(issue.expected)
  if (issue.code === 'invalid_value') return isMissing ? 'required' : 'select'
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? 'required' : `min:${issue.minimum}`
  if (issue.code === 'too_small' && issue.origin === 'array') return 'required'
  if (issue.code === 'too_big' && issue.origin === 'string') return `max:${issue.maximum}`
  return undefined
}

const textOnly = (expected: string): string | undefined => (expected === 'string' ? 'text_only' : undefined)
