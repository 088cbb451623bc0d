/** @jsxRuntime automatic */
/** The layout of a document: ink on white, the money line first, one typeface for both scripts. */
import { Document, Page, StyleSheet, Text, View } from '@react-pdf/renderer'
import type { PdfBlock, PdfContent, PdfMoneyCell } from './document.ts'
import { QrCode } from './qr-code.tsx'

const INK = '#1d2350'
const GREY = '#5b5f77'
const LINE = '#d9d4c7'

const styles = StyleSheet.create({
  // not on the page itself: a page number there is drawn outside of it
  body: { fontSize: 9.5, lineHeight: 1.4 },
  page: { padding: '34 44 52', fontFamily: ['Latin', 'Rupee', 'Deva'], fontSize: 10, color: INK },
  top: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 8 },
  brand: { fontWeight: 600, fontSize: 12 },
  small: { fontSize: 8.5, lineHeight: 1.4, color: GREY },
  title: { fontWeight: 600, fontSize: 19, lineHeight: 1.3, marginBottom: 8 },
  moneyLine: { flexDirection: 'row', marginBottom: 8, border: `1 solid ${LINE}` },
  moneyCell: { flex: 1, padding: '8 10' },
  full: { backgroundColor: '#fff3d6' },
  amount: { fontWeight: 600, fontSize: 14, lineHeight: 1.35 },
  heading: { fontWeight: 600, fontSize: 12, lineHeight: 1.4, marginTop: 11, marginBottom: 3 },
  text: { marginTop: 6, marginBottom: 6 },
  row: { flexDirection: 'row', borderBottom: `0.5 solid ${LINE}`, padding: '2.5 0' },
  label: { width: '32%', color: GREY, paddingRight: 8 },
  value: { width: '68%' },
  cell: { paddingRight: 8 },
  headCell: { paddingRight: 8, fontSize: 8.5, lineHeight: 1.4, color: GREY },
  right: { textAlign: 'right', paddingRight: 0 },
  item: { flexDirection: 'row', marginBottom: 3 },
  dot: { width: 12 },
  codeLabel: { fontSize: 8.5, lineHeight: 1.4, color: GREY },
  code: { fontFamily: 'Courier', fontSize: 8, lineHeight: 1.4, marginBottom: 4 },
  check: {
    flexDirection: 'row',
    marginTop: 18,
    padding: 10,
    border: `1 solid ${LINE}`,
    alignItems: 'center',
  },
  checkText: { flex: 1, paddingLeft: 12 },
  foot: { position: 'absolute', bottom: 26, left: 44, right: 110, fontSize: 7.5, color: GREY },
  pageNumber: {
    position: 'absolute',
    bottom: 26,
    left: 400,
    right: 44,
    textAlign: 'right',
    fontSize: 7.5,
    color: GREY,
  },
})

const MoneyCell = ({ label, name, amount, isFull, isFirst }: PdfMoneyCell & { isFirst: boolean }) => (
  <View
    style={[styles.moneyCell, isFull ? styles.full : {}, isFirst ? {} : { borderLeft: `1 solid ${LINE}` }]}
  >
    <Text style={styles.small}>{label}</Text>
    <Text style={styles.amount}>{amount}</Text>
    <Text style={styles.small}>{name}</Text>
  </View>
)

const MoneyLine = ({ cells }: { cells: readonly PdfMoneyCell[] }) => (
  <View style={styles.moneyLine} wrap={false}>
    {cells.map((cell, i) => (
      <MoneyCell key={cell.label} {...cell} isFirst={i === 0} />
    ))}
  </View>
)

function Row({ cells, widths, isHead, isMoney }: RowProps) {
  const last = cells.length - 1
  const sum = widths.reduce((total, width) => total + width, 0)
  return (
    <View style={styles.row} wrap={false}>
      {cells.map((cell, i) => (
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns have no other name
          key={i}
          style={[
            isHead ? styles.headCell : styles.cell,
            { width: `${((widths[i] ?? 1) / sum) * 100}%` },
            isMoney && i === last ? styles.right : {},
          ]}
        >
          {cell}
        </Text>
      ))}
    </View>
  )
}
interface RowProps {
  readonly cells: readonly string[]
  readonly widths: readonly number[]
  readonly isHead?: boolean
  readonly isMoney?: boolean | undefined
}

/** A value that may not fit on a page goes on over the next: kept together it would not be drawn. */
const isLong = (value: string): boolean => value.length > 300 || value.includes('\n')

function BlockView({ block }: { block: PdfBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Text style={styles.heading} minPresenceAhead={60}>
          {block.text}
        </Text>
      )
    case 'text':
      return <Text style={styles.text}>{block.text}</Text>
    case 'list':
      return block.items.map((item) => (
        <View key={item} style={styles.item} wrap={false}>
          <Text style={styles.dot}>–</Text>
          <Text style={{ flex: 1 }}>{item}</Text>
        </View>
      ))
    case 'facts':
      return block.rows.map(([label, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <View key={i} style={styles.row} wrap={isLong(value)}>
          <Text style={styles.label}>{label}</Text>
          <Text style={styles.value}>{value}</Text>
        </View>
      ))
    case 'table':
      return [block.head, ...block.rows].map((cells, i) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
          key={i}
          cells={cells}
          widths={block.widths}
          isHead={i === 0}
          isMoney={block.isMoney}
        />
      ))
    case 'codes':
      return block.rows.map(([label, code]) => (
        <View key={label} wrap={false}>
          <Text style={styles.codeLabel}>{label}</Text>
          <Text style={styles.code}>{code}</Text>
        </View>
      ))
  }
}

export const PdfLayout = ({ content }: { content: PdfContent }) => (
  <Document title={`${content.title} ${content.number}`} author={content.brand} language={content.locale}>
    <Page size="A4" style={styles.page}>
      <View style={styles.body}>
        <View style={styles.top}>
          <Text style={styles.brand}>{content.brand}</Text>
          <Text style={styles.small}>{content.issued}</Text>
        </View>
        <Text style={styles.title}>{content.title}</Text>
        {content.moneyLine.length > 0 && <MoneyLine cells={content.moneyLine} />}
        {content.blocks.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move
          <BlockView key={i} block={block} />
        ))}
        {content.checkUrl !== undefined && (
          <View style={styles.check} wrap={false}>
            <QrCode text={content.checkUrl} size={56} />
            <View style={styles.checkText}>
              <Text>{content.check}</Text>
              <Text style={styles.small}>{content.checkUrl}</Text>
            </View>
          </View>
        )}
      </View>
      <Text style={styles.foot} fixed>
        {content.footer}
      </Text>
      <Text
        style={styles.pageNumber}
        fixed
        render={({ pageNumber, totalPages }) => `${content.page} ${pageNumber} / ${totalPages}`}
      />
    </Page>
  </Document>
)
