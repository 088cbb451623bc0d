/** @jsxRuntime automatic */
/** The layout of a document: ink on white, the money line first, one typeface for both scripts. */
import { Circle, Document, Image, Page, Path, Rect, StyleSheet, Svg, View } from '@react-pdf/renderer'
import type { PdfBlock, PdfContent, PdfMoneyCell, PdfPhoto, PdfSignature } from './document.ts'
import { QrCode } from './qr-code.tsx'
import { Words } from './words.tsx'

const INK = '#1d2350'
const GREY = '#5b5f77'
const LINE = '#d9d4c7'
const SIGNED = '#13613a'

const BODY_SIZE = 9.5
/** Of `.00` in the body's font: an amount without paise leaves it free where others of its column have them. */
const PAISE_WIDTH = 1.412 * BODY_SIZE
const PAISE = /\.\d\d$/

const styles = StyleSheet.create({
  // not on the page itself: a page number there is drawn outside of it
  body: { fontSize: BODY_SIZE, lineHeight: 1.4 },
  page: { padding: '28 44 38', fontFamily: ['Latin', 'Rupee', 'Deva'], fontSize: 10, color: INK },
  top: { flexDirection: 'row', alignItems: 'flex-start', marginBottom: 4 },
  brandRow: { flexDirection: 'row', alignItems: 'center', marginBottom: 6 },
  brand: { fontWeight: 600, fontSize: 13, marginLeft: 6 },
  small: { fontSize: 8.5, lineHeight: 1.4, color: GREY },
  title: { fontWeight: 600, fontSize: 19, lineHeight: 1.3 },
  moneyLine: { flexDirection: 'row', marginBottom: 8, border: `1 solid ${LINE}` },
  moneyCell: { flex: 1, padding: '8 10' },
  full: { backgroundColor: '#fff3d6' },
  amount: { fontWeight: 600, fontSize: 14, lineHeight: 1.35 },
  heading: { fontWeight: 600, fontSize: 11.5, lineHeight: 1.4, marginTop: 5, marginBottom: 1 },
  text: { marginTop: 3, marginBottom: 3, fontSize: 8.5 },
  row: { flexDirection: 'row', borderBottom: `0.5 solid ${LINE}`, padding: '2 0' },
  smallRow: { padding: '0.75 0', fontSize: 8 },
  label: { width: '32%', color: GREY, paddingRight: 8 },
  value: { width: '68%' },
  cell: { paddingRight: 8 },
  totalCell: { fontWeight: 600 },
  headCell: { paddingRight: 8, fontSize: 8.5, lineHeight: 1.4, color: GREY },
  right: { textAlign: 'right', paddingRight: 0 },
  whole: { paddingRight: PAISE_WIDTH },
  item: { flexDirection: 'row', marginBottom: 1, fontSize: 8.5 },
  dot: { width: 12 },
  codeRow: { flexDirection: 'row', marginBottom: 1 },
  codeLabel: { width: '32%', fontSize: 7.5, lineHeight: 1.4, color: GREY, paddingRight: 8 },
  code: { fontFamily: 'Courier', fontSize: 7, lineHeight: 1.5 },
  signatures: { flexDirection: 'row', flexWrap: 'wrap', justifyContent: 'space-between', marginTop: 3 },
  signature: {
    width: '49%',
    marginBottom: 3,
    padding: '3 8',
    border: `0.75 solid ${LINE}`,
    borderLeft: `3 solid ${SIGNED}`,
  },
  signer: { fontWeight: 600, fontSize: 11 },
  signatureCode: { fontFamily: 'Courier', fontSize: 5.6, lineHeight: 1.4, color: GREY },
  photos: { flexDirection: 'row', flexWrap: 'wrap', marginTop: 4 },
  photo: { marginRight: 6, marginBottom: 4 },
  picture: { width: 54, height: 54, objectFit: 'cover', border: `0.5 solid ${LINE}` },
  address: { fontSize: 7, color: GREY },
  check: { width: 218, flexDirection: 'row', justifyContent: 'flex-end' },
  checkText: { flex: 1, paddingRight: 8, fontSize: 6.5, lineHeight: 1.35, color: GREY, textAlign: 'right' },
  foot: { position: 'absolute', bottom: 20, left: 44, right: 110, fontSize: 7.5, color: GREY },
  pageNumber: {
    position: 'absolute',
    bottom: 20,
    left: 400,
    right: 44,
    textAlign: 'right',
    fontSize: 7.5,
    color: GREY,
  },
})

/** The logo: the money line, with the money held in the middle. */
const Mark = () => (
  <Svg viewBox="0 0 32 32" width={22} height={22}>
    <Rect width="32" height="32" rx="8" fill="#2a2273" />
    <Path d="M5 16h22" stroke="#ffffff" strokeWidth={2} />
    <Circle cx="16" cy="16" r="6.5" fill="#f5ae2b" stroke="#2a2273" strokeWidth={2} />
    <Circle cx="5.5" cy="16" r="2" fill="#ffffff" />
    <Circle cx="26.5" cy="16" r="2" fill="#ffffff" />
  </Svg>
)

const MoneyCell = ({ label, name, amount, isFull, isFirst }: PdfMoneyCell & { isFirst: boolean }) => (
  <View
    style={[styles.moneyCell, isFull ? styles.full : {}, isFirst ? {} : { borderLeft: `1 solid ${LINE}` }]}
  >
    <Words style={styles.small}>{label}</Words>
    <Words style={styles.amount}>{amount}</Words>
    <Words style={styles.small}>{name}</Words>
  </View>
)

const MoneyLine = ({ cells }: { cells: readonly PdfMoneyCell[] }) => (
  <View style={styles.moneyLine} wrap={false}>
    {cells.map((cell, i) => (
      <MoneyCell key={cell.label} {...cell} isFirst={i === 0} />
    ))}
  </View>
)

function Row({ cells, widths, isHead, isTotal, isMoney, hasPaise, isSmall }: RowProps) {
  const last = cells.length - 1
  const isWhole = hasPaise && !isHead && !PAISE.test(cells[last] ?? '')
  const sum = widths.reduce((total, width) => total + width, 0)
  return (
    <View style={[styles.row, isSmall ? styles.smallRow : {}]} wrap={false}>
      {cells.map((cell, i) => (
        <Words
          // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns have no other name
          key={i}
          style={[
            isHead ? styles.headCell : styles.cell,
            isTotal ? styles.totalCell : {},
            { width: `${((widths[i] ?? 1) / sum) * 100}%` },
            isMoney && i === last ? styles.right : {},
            isWhole && i === last ? styles.whole : {},
          ]}
        >
          {cell}
        </Words>
      ))}
    </View>
  )
}
interface RowProps {
  readonly cells: readonly string[]
  readonly widths: readonly number[]
  readonly isHead?: boolean
  readonly isTotal?: boolean
  readonly isMoney?: boolean | undefined
  /** Some amount of the column has paise. */
  readonly hasPaise?: boolean | undefined
  readonly isSmall?: boolean | undefined
}

/** A value that may not fit on a page goes on over the next: kept together it would not be drawn. */
const isLong = (value: string): boolean => value.length > 300 || value.includes('\n')

const Signature = ({ name, act, at, code }: PdfSignature) => (
  <View style={styles.signature} wrap={false}>
    <Words style={styles.signer}>{name}</Words>
    <Words>{act}</Words>
    <Words style={styles.small}>{at}</Words>
    <Words style={styles.signatureCode}>{code}</Words>
  </View>
)

const Photo = ({ caption, jpeg }: PdfPhoto) => (
  <View style={styles.photo} wrap={false}>
    {jpeg !== undefined && <Image style={styles.picture} src={`data:image/jpeg;base64,${jpeg}`} />}
    <Words style={styles.small}>{caption}</Words>
  </View>
)

interface BlockViewProps {
  readonly block: PdfBlock
  readonly photos: readonly PdfPhoto[]
}
function BlockView({ block, photos }: BlockViewProps) {
  switch (block.kind) {
    case 'signatures':
      return (
        <View style={styles.signatures}>
          {block.items.map((item) => (
            <Signature key={item.code} {...item} />
          ))}
        </View>
      )
    case 'photos':
      return (
        <View style={styles.photos}>
          {photos.map((photo) => (
            <Photo key={photo.file.id} {...photo} />
          ))}
        </View>
      )
    case 'heading':
      return (
        <Words style={styles.heading} minPresenceAhead={30}>
          {block.text}
        </Words>
      )
    case 'text':
      return <Words style={styles.text}>{block.text}</Words>
    case 'list':
      return block.items.map((item) => (
        <View key={item} style={styles.item} wrap={false}>
          <Words style={styles.dot}>–</Words>
          <Words style={{ flex: 1 }}>{item}</Words>
        </View>
      ))
    case 'facts':
      return block.rows.map(([label, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <View key={i} style={styles.row} wrap={isLong(value)}>
          <Words style={styles.label}>{label}</Words>
          <Words style={styles.value}>{value}</Words>
        </View>
      ))
    case 'table':
      return [block.head, ...block.rows, ...(block.total ? [block.total] : [])].map((cells, i) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
          key={i}
          cells={cells}
          widths={block.widths}
          isHead={i === 0}
          isTotal={cells === block.total}
          isMoney={block.isMoney}
          hasPaise={block.isMoney && block.rows.some((row) => PAISE.test(row.at(-1) ?? ''))}
          isSmall={block.isSmall}
        />
      ))
    case 'codes':
      return block.rows.map(([label, code]) => (
        <View key={label} style={styles.codeRow} wrap={false}>
          <Words style={styles.codeLabel}>{label}</Words>
          <Words style={styles.code}>{code}</Words>
        </View>
      ))
  }
}

export const PdfLayout = ({ content }: { content: PdfContent }) => (
  <Document title={`${content.title} ${content.number}`} author={content.brand} language={content.locale}>
    <Page size="A4" style={styles.page}>
      <View style={styles.body}>
        <View style={styles.top}>
          <View style={{ flex: 1 }}>
            <View style={styles.brandRow}>
              <Mark />
              <Words style={styles.brand}>{content.brand}</Words>
            </View>
            <Words style={styles.title}>{content.title}</Words>
            <Words style={styles.small}>{content.issued}</Words>
            <Words style={styles.address}>{content.checkUrl}</Words>
          </View>
          {content.checkUrl !== undefined && (
            <View style={styles.check}>
              <View style={styles.checkText}>
                <Words>{content.check}</Words>
              </View>
              <QrCode text={content.checkUrl} size={64} />
            </View>
          )}
        </View>
        {content.moneyLine.length > 0 && <MoneyLine cells={content.moneyLine} />}
        {content.blocks.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move
          <BlockView key={i} block={block} photos={content.photos ?? []} />
        ))}
      </View>
      <Words style={styles.foot} fixed>
        {content.footer}
      </Words>
      <Words
        style={styles.pageNumber}
        fixed
        render={({ pageNumber, totalPages }) => `${content.page} ${pageNumber} / ${totalPages}`}
      />
    </Page>
  </Document>
)
