/** Texts that begin so, found by an index with `text_pattern_ops`. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Above every character that may follow. */
const LAST = '\u{10FFFF}'

/**
 * By two bounds: the plan of `like` with a parameter, once PostgreSQL keeps it for all values, cannot use an index, and reads all
 * rows. `text` in the capitals of what the column or expression holds.
 */
export const beginsWith = (field: string, text: string): RawBuilder<SqlBool> => {
  const of = sql.raw(field)
  return sql<SqlBool>`(${of} ~>=~ ${text} and ${of} ~<~ ${text + LAST})`
}

export const FULL_NAME = `lower(first_name || ' ' || last_name)`

/** What a person is looked for by; each is read for itself, or a wide one among them would have all people read. */
export function peopleWith(
  what: 'id' | 'id, phone_number',
  fields: readonly string[],
  { text, limit }: { text: string; limit: number },
): RawBuilder<unknown> {
  const each = fields.map(
    (field) => sql`(select ${sql.raw(what)} from app_user where ${beginsWith(field, text)} limit ${limit})`,
  )
  return sql.join(each, sql` union `)
}
