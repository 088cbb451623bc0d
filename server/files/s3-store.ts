/** Files in an S3-compatible store. The client is loaded only where one is used. */
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Refusal } from '../../core/errors.ts'
import type { S3Place } from './s3-url.ts'
import { checkName, type FileStore } from './store.ts'

/** Stops the start: a store that cannot be had now would lose the first proof that somebody adds. */
export class FilesTrouble extends Error {
  override name = 'FilesTrouble'
}

/** A read body cannot be sent again, so the client's own tries do not help an upload. */
const UPLOAD_TRIES = 3

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0

async function clientOf(place: S3Place) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint: place.endpoint,
    region: place.region,
    // a bucket in the path works everywhere; one in the host's name does not
    forcePathStyle: true,
    credentials: { accessKeyId: place.keyId, secretAccessKey: place.secret },
    // checksums in trailers are Amazon's own: other stores refuse them
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 60_000 },
  })
  return { s3, client }
}

/** Whatever is wrong with the store, the caller can only try again later. */
function unavailable(error: unknown): Refusal {
  const refusal = new Refusal('unavailable')
  refusal.cause = error
  return refusal
}

export async function s3Store(place: S3Place): Promise<FileStore> {
  const { s3, client } = await clientOf(place)
  const { bucket: Bucket } = place
  const keyOf = (name: string): string => place.prefix + checkName(name)
  await client.send(new s3.HeadBucketCommand({ Bucket })).catch((error: Error) => {
    const { host } = new URL(place.endpoint)
    const said = statusOf(error) || error.message || error.name
    throw new FilesTrouble(`FILES_URL cannot be used: the bucket ${Bucket} at ${host} answers ${said}.`)
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
