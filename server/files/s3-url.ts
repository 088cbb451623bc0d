/** FILES_URL and BACKUP_URL: an S3-compatible store in one line, `s3://key:secret@host/bucket?region=name`. */
import { z } from 'zod'

export interface S3Location {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** A folder of the bucket with a trailing slash, or empty. */
  readonly prefix: string
  readonly keyId: string
  readonly secret: string
}

/** `http://` is for a store on the same machine or network; null when a part is missing. */
function readS3Url(text: string): S3Location | null {
  try {
    const url = new URL(text.replace(/^s3:/, 'https:'))
    const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
    const location = {
      endpoint: `${url.protocol}//${url.host}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      bucket,
      prefix: folders.map((folder) => `${folder}/`).join(''),
      keyId: decodeURIComponent(url.username),
      secret: decodeURIComponent(url.password),
    }
    const isWhole = /^https?:$/.test(url.protocol) && location.bucket && location.keyId && location.secret
    return isWhole ? location : null
  } catch {
    return null
  }
}

/** Of a setting. */
export const s3Location = z.string().transform((text, context) => {
  const location = readS3Url(text)
  if (!location) context.addIssue({ code: 'custom', message: 'not a store' })
  return location ?? z.NEVER
})
