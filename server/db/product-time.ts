/** The product time for statements that run all the time. */
import { sql } from 'kysely'

/**
 * `product_now()` in the words of that function, for a statement that has product_clock in its FROM: PostgreSQL runs the
 * function as a query of its own, each time.
 */
export const PRODUCT_TIME = sql<Date>`clock_timestamp() + product_clock.offset_ms * interval '1 millisecond'`
