/** A link as a code to scan, face to face or from a poster. */
import { useEffect, useState } from 'react'
import { m } from '#messages/compiled/messages.js'
import './share.css'

/** Drawn in the browser by a library that is loaded on demand; white in both color schemes, as cameras need it. */
export function QrCode({ text }: { text: string }) {
  const [image, setImage] = useState('')
  useEffect(() => {
    let isMounted = true
    drawQrCode(text).then(
      (svg) => isMounted && setImage(svg),
      // The link above works without it.
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [text])
  return (
    <figure className="share__qr">
      {image ? <img src={image} alt={m.offer_qr()} width="200" height="200" /> : <div aria-hidden="true" />}
      <figcaption className="muted">{m.offer_qr_hint()}</figcaption>
    </figure>
  )
}

async function drawQrCode(text: string): Promise<string> {
  const { toString: toSvg } = await import('qrcode')
  const svg = await toSvg(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
}
