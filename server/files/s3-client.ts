/** The client of an S3-compatible store. Loaded only where one is used. */
import { FileStoreError } from '#server/lib/operator-error.ts'
import type { S3Location } from './s3-url.ts'

export const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0

/** What people are told; an error of the client may hold an address with more in it. */
export const whyNot = (error: Error): string | number => statusOf(error) || error.message || error.name

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

/** Throws where the bucket does not answer; `setting` is whose value it is. */
export async function openBucket(location: S3Location, setting: string) {
  const { s3, client } = await createClient(location)
  const { bucket: Bucket, endpoint } = location
  await client.send(new s3.HeadBucketCommand({ Bucket })).catch((error: Error) => {
    const { host } = new URL(endpoint)
    throw new FileStoreError(
      `${setting} cannot be used: the bucket ${Bucket} at ${host} answers ${whyNot(error)}.`,
    )
  })
  return { s3, client, Bucket }
}
