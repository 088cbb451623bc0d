import QRCode from 'qrcode'

/** A picture (SVG) of a text as a QR code. */
export const qrCode = (text: string): Promise<string> =>
  QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
