/** Offer links, their versions, and who took one. The stock is counted by the database, row by row. */
import { type Selectable, sql } from 'kysely'
import type { OfferLinkTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type OfferLinkRow = Selectable<OfferLinkTable>
type LinkTerms = Pick<OfferLinkRow, 'title' | 'details' | 'amount_paise' | 'stock' | 'per_buyer'>

/** As it stands now, for the deals that are made under it. */
const recordVersion = (tx: Tx, row: OfferLinkRow) =>
  tx
    .insertInto('offer_link_version')
    .values({
      link_id: row.id,
      version: row.version,
      title: row.title,
      details: row.details,
      amount_paise: row.amount_paise,
      stock: row.stock,
      per_buyer: row.per_buyer,
      photo_id: row.photo_id,
      paused: row.paused_at !== null,
    })
    .execute()

export async function insertLinkOf(
  tx: Tx,
  ownerId: number,
  id: string,
  terms: LinkTerms,
): Promise<OfferLinkRow> {
  const row = await tx
    .insertInto('offer_link')
    .values({ id, owner_id: ownerId, track: 'shopping', ...terms })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordVersion(tx, row)
  return row
}

export const findOfferLink = (tx: Tx, id: string): Promise<OfferLinkRow | undefined> =>
  tx.selectFrom('offer_link').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest first, from behind one of them or from a place in the order. */
export const listLinksOf = (
  tx: Tx,
  ownerId: number,
  { limit, after, offset }: { limit: number; after: string | undefined; offset: number },
): Promise<OfferLinkRow[]> =>
  tx
    .selectFrom('offer_link')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(after !== undefined, (own) =>
      own.where(sql<boolean>`(created_at, id) < (select created_at, id from offer_link where id = ${after})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countLinksOf(tx: Tx, ownerId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('offer_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

export const findLinkOf = (tx: Tx, ownerId: number, id: string): Promise<OfferLinkRow | undefined> =>
  tx
    .selectFrom('offer_link')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** Once an hour, whoever opens its page and however often: answers whether it is time to say so again. */
export async function noteOpening(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update offer_link set opened_at = clock_timestamp()
     where id = ${id} and (opened_at is null or opened_at < clock_timestamp() - interval '1 hour')`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export const insertPhoto = (tx: Tx, row: { id: string; owner_id: number; sha256: string; content: Buffer }) =>
  tx.insertInto('offer_link_photo').values(row).execute()

/** Of one owner: of a day, and all that there are. */
export const countPhotosOf = (tx: Tx, ownerId: number) =>
  tx
    .selectFrom('offer_link_photo')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where at > clock_timestamp() - interval '1 day')`.as('today'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()

/** Shown by this link, by the version that is open or an earlier one. */
export const findPhoto = (
  tx: Tx,
  linkId: string,
  photoId: string,
): Promise<{ content: Buffer; sha256: string } | undefined> =>
  tx
    .selectFrom('offer_link_photo')
    .select(['content', 'sha256'])
    .where('id', '=', photoId)
    .where(sql<boolean>`octet_length(content) > 0`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('offer_link_version')
          .select('version')
          .where('link_id', '=', linkId)
          .where('photo_id', '=', photoId),
      ),
    )
    .executeTakeFirst()

/** The next version. Undefined when the link is somebody else's, or none. */
export async function updateLinkOf(
  tx: Tx,
  ownerId: number,
  id: string,
  { paused, ...terms }: Partial<LinkTerms> & { paused?: boolean; photo_id?: string | null },
): Promise<OfferLinkRow | undefined> {
  const row = await tx
    .updateTable('offer_link')
    .set({
      ...terms,
      version: sql<number>`version + 1`,
      ...(terms.stock === undefined ? {} : { stock_version: sql<number>`version + 1` }),
      ...(paused === undefined ? {} : { paused_at: paused ? sql<Date>`clock_timestamp()` : null }),
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()
  if (row) await recordVersion(tx, row)
  return row
}

/** One piece less, and the row locked until the deal is made. Undefined when it is paused or sold out. */
export const takePiece = (tx: Tx, id: string): Promise<OfferLinkRow | undefined> =>
  tx
    .updateTable('offer_link')
    .set({ stock: sql<number | null>`stock - 1` })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>', 0)]))
    .returningAll()
    .executeTakeFirst()

/** Of one buyer, without those that ended unpaid. */
export async function countTaken(tx: Tx, linkId: string, buyerId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('offer_link_take')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('buyer_id', '=', buyerId)
    .where('returned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertTake = (
  tx: Tx,
  row: { deal_id: string; link_id: string; version: number; buyer_id: number },
) => tx.insertInto('offer_link_take').values(row).execute()

/** Once: the piece of a deal that ended unpaid is on sale again, unless its owner has set since how many are. */
export const giveBackPiece = (tx: Tx, dealId: string) =>
  sql`with back as (
        update offer_link_take set returned_at = clock_timestamp()
         where deal_id = ${dealId} and returned_at is null returning link_id, version)
      update offer_link set stock = stock + 1
       where stock is not null
         and id in (select link_id from back where back.version >= offer_link.stock_version)`.execute(tx)

/** How many deals of a seller ended with the release, of those that nobody complained of: a complaint whose fee is not paid ends so too. */
export async function countReleased(tx: Tx, sellerId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('deal')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payee_id', '=', sellerId)
    .where('status', '=', 'released')
    .where('disputed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** With the account. Deals keep the terms that were agreed. */
export async function eraseLinksOf(tx: Tx, ownerId: number): Promise<void> {
  await sql`update offer_link_version set title = '', details = ''
             where link_id in (select id from offer_link where owner_id = ${ownerId})`.execute(tx)
  await sql`update offer_link_photo set content = '' where owner_id = ${ownerId}`.execute(tx)
  await sql`update offer_link set title = '', details = '', paused_at = coalesce(paused_at, clock_timestamp())
             where owner_id = ${ownerId}`.execute(tx)
}
