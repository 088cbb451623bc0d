/** @jsxRuntime automatic */
/** A poster of A6: what is sold, for how much, and a code that a phone reads from an arm's length. */
import { Document, Page, StyleSheet, View } from '@react-pdf/renderer'
import type { PdfPoster } from './document.ts'
import { QrCode } from './qr-code.tsx'
import { Words } from './words.tsx'

const INK = '#1d2350'
const GREY = '#5b5f77'
const LINE_HEIGHT = 1.35
/** Inherited, a line's height is that of the page's small letters: larger ones would lie over the next line. */
const letters = (fontSize: number) => ({ fontSize, lineHeight: LINE_HEIGHT })
/** Of the 298 points that the page is wide. */
const QR_POINTS = 168

const styles = StyleSheet.create({
  page: {
    padding: 20,
    fontFamily: ['Latin', 'Rupee', 'Deva'],
    ...letters(10),
    color: INK,
    alignItems: 'center',
  },
  brand: { fontWeight: 600, ...letters(11), marginBottom: 6 },
  title: { fontWeight: 600, ...letters(16), textAlign: 'center' },
  price: { fontWeight: 600, ...letters(20), marginTop: 2 },
  shop: { color: GREY, marginBottom: 8, textAlign: 'center' },
  scan: { fontWeight: 600, marginTop: 8, textAlign: 'center' },
  promise: { textAlign: 'center', marginTop: 2 },
  url: { color: GREY, ...letters(7.5), marginTop: 4, textAlign: 'center' },
})

export const PosterLayout = ({ content }: { content: PdfPoster }) => (
  <Document title={content.title} author={content.brand} language={content.locale}>
    <Page size="A6" style={styles.page}>
      <Words style={styles.brand}>{content.brand}</Words>
      <Words style={styles.title}>{content.title}</Words>
      <Words style={styles.price}>{content.price}</Words>
      <Words style={styles.shop}>{content.shop}</Words>
      <View>
        <QrCode text={content.url} size={QR_POINTS} />
      </View>
      <Words style={styles.scan}>{content.scan}</Words>
      <Words style={styles.promise}>{content.promise}</Words>
      <Words style={styles.url}>{content.url}</Words>
    </Page>
  </Document>
)
