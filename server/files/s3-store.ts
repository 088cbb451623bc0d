/** Files in an S3-compatible store. */
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Refusal } from '#core/errors.ts'
import { openBucket, statusOf } from './s3-client.ts'
import type { S3Location } from './s3-url.ts'
import { checkName, type FileStore } from './store.ts'

/** A stream that was read cannot be sent again, so the retries of the client do not help an upload. */
const UPLOAD_TRIES = 3

/** Whatever failed in the store, the caller can only retry later. */
function unavailable(error: unknown): Refusal {
  const refusal = new Refusal('unavailable')
  refusal.cause = error
  return refusal
}

export async function s3Store(location: S3Location): Promise<FileStore> {
  const { s3, client, Bucket } = await openBucket(location, 'FILES_URL')
  const keyOf = (name: string): string => location.prefix + checkName(name)
  return {
    async put(name, path) {
      const { size } = await stat(path)
      for (let attempt = 1; ; attempt++) {
        const Body = createReadStream(path)
        try {
          await client.send(new s3.PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentLength: size }))
          return rm(path, { force: true })
        } catch (error) {
          Body.destroy()
          if (attempt === UPLOAD_TRIES) throw unavailable(error)
        }
      }
    },
    async open(name) {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: keyOf(name) }))
        return Body as Readable
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw unavailable(error)
      }
    },
    async remove(name) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(name) }))
    },
  }
}
