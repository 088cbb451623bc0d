/** Addresses, details and files at rest: opened by whose they are alone, and compared without being opened. */
import { expect, it } from 'vitest'
import type { PayeeDetails } from '#server/rails/holds.ts'
import {
  addressHash,
  openAddress,
  openDetails,
  openFile,
  sealAddress,
  sealDetails,
  sealFile,
} from '#server/services/money/payout-address.ts'
import { testSettings, useApp } from '#test/support/app.ts'

const app = useApp()
type SealCtx = Parameters<typeof sealAddress>[0]
const inTransaction = <T>(work: (ctx: SealCtx) => Promise<T>): Promise<T> =>
  app.db.runInTransaction((tx) => work({ tx, settings: testSettings }))

it('an address is opened for its owner, in its own writing', async () => {
  const sealed = await inTransaction((ctx) => sealAddress(ctx, 1, 'Asha.Rao@OkBank'))
  expect(sealed.address_sealed.toString('latin1')).not.toContain('Asha')
  expect(await inTransaction((ctx) => openAddress(ctx, 1, sealed.address_sealed))).toBe('Asha.Rao@OkBank')
  await expect(inTransaction((ctx) => openAddress(ctx, 2, sealed.address_sealed))).rejects.toThrow()
})

it('the same address is the same for two people, however it is written, and no other is', async () => {
  const [one, two, other] = await inTransaction((ctx) =>
    Promise.all([
      sealAddress(ctx, 1, 'asha@okbank'),
      sealAddress(ctx, 2, 'ASHA@okbank'),
      sealAddress(ctx, 1, 'ravi@okbank'),
    ]),
  )
  expect(one?.address_hash).toEqual(two?.address_hash)
  expect(one?.address_hash).not.toEqual(other?.address_hash)
  expect(one?.address_hash).toHaveLength(32)
  expect(await inTransaction((ctx) => addressHash(ctx, 'Asha@OKBANK'))).toEqual(one?.address_hash)
})

it('what a provider has to know of a payee is opened for that payee', async () => {
  const details = { legalName: 'Ravi Shah', pan: 'ABCPS1234K' } as PayeeDetails
  const sealed = await inTransaction((ctx) => sealDetails(ctx, 7, details))
  expect(await inTransaction((ctx) => openDetails(ctx, 7, sealed))).toEqual(details)
  await expect(inTransaction((ctx) => openDetails(ctx, 8, sealed))).rejects.toThrow()
  // an address in its place does not open either
  const { address_sealed } = await inTransaction((ctx) => sealAddress(ctx, 7, 'a@bank'))
  await expect(inTransaction((ctx) => openDetails(ctx, 7, address_sealed))).rejects.toThrow()
})

it('a file comes back byte by byte, under its own id alone', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 128])
  const sealed = await inTransaction((ctx) => sealFile(ctx, 'batch-1', bytes))
  expect(await inTransaction((ctx) => openFile(ctx, 'batch-1', sealed))).toEqual(bytes)
  await expect(inTransaction((ctx) => openFile(ctx, 'batch-2', sealed))).rejects.toThrow()
})
