/** QR codes as pictures (SVG): of a payment's UPI address, and of the key that an authenticator app takes. */
import QRCode from 'qrcode'

const OPTIONS = {
  type: 'svg',
  // still read with 15 % of it hidden, by a scratch or a thumb
  errorCorrectionLevel: 'M',
  // the quiet zone that ISO/IEC 18004 asks for, in modules
  margin: 4,
} as const

/** The picture has no width of its own: it is as wide as what holds it. */
export const qrCode = (text: string): Promise<string> => QRCode.toString(text, OPTIONS)
