/**
 * What is wrong with a value, by the rules of core/fields.ts. Apart from them, since it needs no zod itself: a form of
 * which no field has a rule does not bring it.
 */
import type { z } from 'zod'

/**
 * What one field says of a value while it is being typed: codes as `required` or `max:10`, which messages/ has the words
 * for; none when it is right.
 */
export function fieldProblems(field: z.ZodType, value: unknown): string[] {
  const parsed = field.safeParse(value)
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
}
