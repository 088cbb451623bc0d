import { useEffect, useState } from 'react'
import { m } from '../../../../messages/compiled/messages.js'

/** Drawn on this device, by code that comes when it is needed; on white in both schemes, as cameras want it. */
export function Qr({ text }: { text: string }) {
  const [image, setImage] = useState('')
  useEffect(() => {
    let isWanted = true
    draw(text).then(
      (drawn) => isWanted && setImage(drawn),
      // The link above is there without it.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [text])
  return (
    <figure className="share__qr">
      {image ? <img src={image} alt={m.offer_qr()} width="200" height="200" /> : <div aria-hidden="true" />}
      <figcaption className="soft">{m.offer_qr_hint()}</figcaption>
    </figure>
  )
}

async function draw(text: string): Promise<string> {
  const { toString: toSvg } = await import('qrcode')
  const svg = await toSvg(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
}
