/** The pictures of an offer that waits for its other side; whoever made it can add some. */
import { useQueryClient } from '@tanstack/react-query'
import { type Invite, listInvites, readInvitePhoto, uploadInvitePhotos } from '#core/contract/invites.ts'
import {
  type DealRequest,
  listRequests,
  readRequestPhoto,
  uploadRequestPhotos,
} from '#core/contract/requests.ts'
import { addressOf } from '#web/lib/api.ts'
import { uploadWaitingPhotos } from '#web/lib/item-photos.ts'
import { keyOf } from '#web/lib/queries.ts'
import { AddPhotos } from '#web/ui/add-photos.tsx'
import { PhotoList } from '#web/ui/item-photos.tsx'

const CALLS = {
  invite: { list: listInvites, read: readInvitePhoto, upload: uploadInvitePhotos },
  request: { list: listRequests, read: readRequestPhoto, upload: uploadRequestPhotos },
} as const

interface WaitingPhotosProps {
  readonly kind: keyof typeof CALLS
  readonly row: Pick<Invite | DealRequest, 'id' | 'title' | 'photos'>
  readonly isMine: boolean
}

export function WaitingPhotos({ kind, row: { id, title, photos }, isMine }: WaitingPhotosProps) {
  const { list, read, upload } = CALLS[kind]
  const client = useQueryClient()
  return (
    <>
      <PhotoList
        photos={photos.map((photo) => ({
          id: photo.id,
          address: addressOf(read, { params: { id, photo_id: photo.id } }),
        }))}
        title={title}
      />
      {isMine && (
        <AddPhotos
          count={photos.length}
          send={(files) => uploadWaitingPhotos(upload, id, files)}
          onDone={() => client.invalidateQueries({ queryKey: keyOf(list, {}) })}
        />
      )}
    </>
  )
}
