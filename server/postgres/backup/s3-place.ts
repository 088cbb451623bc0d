/**
 * Backups in a bucket. They go there in parts as they are made, without a copy on this machine, and what is not complete is
 * no object. A key that may put, list and read serves; with BACKUP_KEEP_DAYS it deletes too.
 */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openBucket, whyNot } from '#server/files/s3-client.ts'
import type { S3Location } from '#server/files/s3-url.ts'
import { CommandError } from '#server/lib/operator-error.ts'
import type { BackupPlace, NewBackup } from './place.ts'

/** Held in memory until it is sent. A store takes ten thousand parts: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

type Bucket = Awaited<ReturnType<typeof openBucket>>

class Upload implements NewBackup {
  readonly target: Writable
  readonly #bucket: Bucket
  readonly #key: string
  #id: string | undefined
  #waiting: Uint8Array[] = []
  #bytes = 0
  readonly #parts: { PartNumber: number; ETag: string | undefined }[] = []

  constructor(bucket: Bucket, key: string) {
    this.#bucket = bucket
    this.#key = key
    this.target = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        this.#waiting.push(chunk)
        this.#bytes += chunk.length
        if (this.#bytes < PART_BYTES) done()
        else this.#sendPart().then(() => done(), done)
      },
    })
  }

  get #place() {
    return { Bucket: this.#bucket.Bucket, Key: this.#key }
  }

  #take(): Buffer {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    return bytes
  }

  /** The client asks again by itself: a part is in memory, unlike a stream that was read. */
  async #sendPart(): Promise<void> {
    const { s3, client } = this.#bucket
    if (this.#id === undefined)
      this.#id = (await client.send(new s3.CreateMultipartUploadCommand(this.#place))).UploadId
    const part = { UploadId: this.#id, PartNumber: this.#parts.length + 1, Body: this.#take() }
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...this.#place, ...part }))
    this.#parts.push({ PartNumber: part.PartNumber, ETag })
  }

  async finish(): Promise<void> {
    const { s3, client } = this.#bucket
    if (this.#id === undefined) {
      await client.send(new s3.PutObjectCommand({ ...this.#place, Body: this.#take() }))
      return
    }
    if (this.#bytes > 0) await this.#sendPart()
    const whole = { UploadId: this.#id, MultipartUpload: { Parts: this.#parts } }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...this.#place, ...whole }))
  }

  /** Parts of an upload that nobody ends are stored, and paid for, for ever. */
  async abandon(): Promise<void> {
    if (this.#id === undefined) return
    const { s3, client } = this.#bucket
    await client
      .send(new s3.AbortMultipartUploadCommand({ ...this.#place, UploadId: this.#id }))
      .catch((error: Error) => console.error(`an unfinished upload stays in the bucket: ${whyNot(error)}`))
  }
}

export async function s3Place(location: S3Location): Promise<BackupPlace> {
  const bucket = await openBucket(location, 'BACKUP_URL')
  const { s3, client, Bucket } = bucket
  const { prefix } = location
  const nameOf = (name: string): string =>
    `s3://${new URL(location.endpoint).host}/${Bucket}/${prefix}${name}`
  const asCommandError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw new CommandError(`The store of BACKUP_URL answers ${whyNot(error as Error)}.`, { cause: error })
    }
  }
  return {
    nameOf,
    async list() {
      const names: string[] = []
      for (let after: string | undefined, isMore = true; isMore; ) {
        const page = await asCommandError(
          client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: after })),
        )
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(prefix.length))
        after = page.NextContinuationToken
        isMore = page.IsTruncated === true && after !== undefined
      }
      return names
    },
    async begin(name) {
      return new Upload(bucket, prefix + name)
    },
    async remove(name) {
      await asCommandError(client.send(new s3.DeleteObjectCommand({ Bucket, Key: prefix + name })))
    },
    async fetch(name, folder) {
      const { Body } = await asCommandError(
        client.send(new s3.GetObjectCommand({ Bucket, Key: prefix + name })),
      )
      const file = join(folder, name)
      await pipeline(Body as Readable, createWriteStream(file, { mode: 0o600 }))
      return file
    },
  }
}
