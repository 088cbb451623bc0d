/** Zod's issues as the wire has them: field name to message codes. */
export function fieldsOfIssues(
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? 'non_field_errors')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
