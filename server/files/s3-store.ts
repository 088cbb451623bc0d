/** Files in an S3-compatible store. The client is loaded only where one is used. */
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Refusal } from '#core/errors.ts'
import { FileStoreError } from '#server/lib/operator-error.ts'
import type { S3Location } from './s3-url.ts'
import { checkName, type FileStore } from './store.ts'

/** A stream that was read cannot be sent again, so the retries of the client do not help an upload. */
const UPLOAD_TRIES = 3

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0

async function createClient(location: S3Location) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint: location.endpoint,
    region: location.region,
    // A bucket in the path works with every store; one in the host name does not.
    forcePathStyle: true,
    credentials: { accessKeyId: location.keyId, secretAccessKey: location.secret },
    // Checksums in trailers are Amazon's own: other stores refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 60_000 },
  })
  return { s3, client }
}

/** Whatever failed in the store, the caller can only retry later. */
function unavailable(error: unknown): Refusal {
  const refusal = new Refusal('unavailable')
  refusal.cause = error
  return refusal
}

export async function s3Store(location: S3Location): Promise<FileStore> {
  const { s3, client } = await createClient(location)
  const { bucket: Bucket } = location
  const keyOf = (name: string): string => location.prefix + checkName(name)
  await client.send(new s3.HeadBucketCommand({ Bucket })).catch((error: Error) => {
    const { host } = new URL(location.endpoint)
    const reason = statusOf(error) || error.message || error.name
    throw new FileStoreError(`FILES_URL cannot be used: the bucket ${Bucket} at ${host} answers ${reason}.`)
  })
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
