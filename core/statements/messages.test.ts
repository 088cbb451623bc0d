// CAMT.053 and MT940: the same lines as the table of the same bank, and what a message may have.
import { describe, expect, it, test } from 'vitest'
import { textOf } from '#test/support/statements/fixtures.ts'
import { UnreadableStatement } from './lines.ts'
import { kindOfBytes, readText } from './read.ts'

const table = readText(textOf('hdfc-current-nov2026.csv'))

describe.each(['hdfc-nov2026.camt053.xml', 'hdfc-nov2026.mt940.txt'])('%s', (name) => {
  const statement = readText(textOf(name))
  test('has the lines of the table, narration and all', () => {
    const bare = ({ ref: _, ...line }: (typeof table.lines)[number]) => line
    expect(statement.lines.map(bare)).toEqual(table.lines.map(bare))
  })
  test('has its account and balances', () => {
    expect(statement.accounts).toEqual(['50200011223344'])
    expect([statement.openingPaise, statement.closingPaise]).toEqual([12_500_000, 103_633_376])
  })
})

/** The reason, or `C 100.00 = 1100.00` of each line. */
function outcomeOf(text: string): string | string[] {
  try {
    const rupees = (paise: number) => (paise / 100).toFixed(2)
    return readText(text).lines.map(
      ({ dir, amountPaise, balancePaise }) => `${dir} ${rupees(amountPaise)} = ${rupees(balancePaise)}`,
    )
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

const mt940 = (...fields: string[]): string => [':20:X', ':25:HDFC/123456789012', ...fields].join('\r\n')

describe('MT940', () => {
  const OPEN = ':60F:C261102INR1000,'
  it.each([
    ['whole rupees', [OPEN, ':61:2611021102C100,NTRFX', ':62F:C261102INR1100,00'], ['C 100.00 = 1100.00']],
    ['a reversed credit', [OPEN, ':61:261102RC100,00NTRFX', ':62F:C261102INR900,00'], ['D 100.00 = 900.00']],
    ['a funds code', [OPEN, ':61:2611021102DR1,5NTRFX//B', ':62F:C261102INR998,50'], ['D 1.50 = 998.50']],
    [
      'two pages',
      [
        OPEN,
        ':61:2611021102C100,00NTRFX',
        ':62M:C261102INR1100,00',
        '-',
        ':20:X',
        ':25:HDFC/123456789012',
        ':60M:C261102INR1100,00',
        ':61:2611021102D50,00NTRFX',
        ':62F:C261102INR1050,00',
      ],
      ['C 100.00 = 1100.00', 'D 50.00 = 1050.00'],
    ],
    [
      'a closing that is not its sum',
      [OPEN, ':61:261102C100,NTRFX', ':62F:C261102INR1100,01'],
      'balance_broken',
    ],
    ['no balance at all', [':61:261102C100,NTRFX'], 'balance_broken'],
    ['another currency', [':60F:C261102USD1,', ':61:261102C100,NTRFX'], 'not_rupees in row 3'],
    ['an amount with a point', [OPEN, ':61:261102C100.00NTRFX'], 'bad_row in row 4'],
    ['no line', [OPEN, ':62F:C261102INR1000,'], 'no_lines'],
    ['a reversed debit', [OPEN, ':61:261102RD100,00NTRFX', ':62F:C261102INR1100,00'], ['C 100.00 = 1100.00']],
    ['a row that is none', [OPEN, ':61:nothing'], 'bad_row in row 4'],
    ['a day that is none', [OPEN, ':61:261302C100,NTRFX'], 'bad_row in row 4'],
    ['a day of booking that is none', [OPEN, ':61:2611021332C100,NTRFX'], 'bad_row in row 4'],
    ['a balance that is none', [':60F:nothing', ':61:261102C100,NTRFX'], 'bad_row in row 3'],
    [
      'a balance with more behind it',
      [':60F:C261102INR1000,00X', ':61:261102C100,NTRFX'],
      'bad_row in row 3',
    ],
    ['an overdrawn opening', [':60F:D261102INR50,', ':61:261102C100,NTRFX'], ['C 100.00 = 50.00']],
    ['a row of nothing', [OPEN, ':61:261102C0,NTRFX', ':61:261102C100,NTRFX'], ['C 100.00 = 1100.00']],
    ['lines of an old Mac', [[OPEN, ':61:261102C100,NTRFX'].join('\r')], ['C 100.00 = 1100.00']],
    [
      'two accounts',
      [OPEN, ':61:261102C1,NTRFX', ':20:Y', ':25:999999999999', OPEN, ':61:261102C1,NTRFX'],
      'several_accounts',
    ],
  ])('%s', (_, fields, outcome) => {
    expect(outcomeOf(mt940(...fields))).toEqual(outcome)
  })

  it('has its notes until the closing balance, across lines, and its reference before the bank’s', () => {
    const text = mt940(
      ...[':60F:C261102INR1000,', ':61:2611021102C100,00NTRF REF 1 //BANKREF', 'more of the entry'],
      ...[':86:UPI/TDA00', '00001/ASHA ', ':62F:C261102INR1100,', ':86:of the whole statement', '-}'],
    )
    const [line] = readText(text).lines
    expect([line?.narration, line?.ref]).toEqual(['UPI/TDA0000001/ASHA', 'REF 1'])
  })

  it('books at the turn of the year in the year that is nearest', () => {
    const text = mt940(':60F:C261231INR1,', ':61:2701011231C1,NTRFX', ':61:2612310101C1,NTRFX')
    expect(readText(text).lines.map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01'])
  })
})

const entry = (dir: string, amount: string, more = ''): string =>
  `<x:Ntry><x:Amt Ccy="INR">${amount}</x:Amt><x:CdtDbtInd>${dir}</x:CdtDbtInd><x:BookgDt><x:DtTm>2026-11-02T10:00:00+05:30</x:DtTm></x:BookgDt>${more}</x:Ntry>`
const balance = (code: string, amount: string): string =>
  `<x:Bal><x:Tp><x:CdOrPrtry><x:Cd>${code}</x:Cd></x:CdOrPrtry></x:Tp><x:Amt Ccy="INR">${amount}</x:Amt><x:CdtDbtInd>CRDT</x:CdtDbtInd></x:Bal>`
const camt = (content: string): string =>
  `<?xml version="1.0"?>\n<x:Document><x:BkToCstmrStmt><x:Stmt><x:Acct><x:Id><x:Othr><x:Id>1234</x:Id></x:Othr></x:Id></x:Acct>${content}</x:Stmt></x:BkToCstmrStmt></x:Document>\n`

const OPENING = balance('OPBD', '1000.00')

describe('CAMT.053', () => {
  it.each([
    ['a prefix of its names', OPENING + entry('CRDT', '100'), ['C 100.00 = 1100.00']],
    ['a closing alone', balance('CLBD', '900.00') + entry('DBIT', '100.00'), ['D 100.00 = 900.00']],
    [
      'what is only expected',
      OPENING + entry('CRDT', '5', '<x:Sts>PDNG</x:Sts>') + entry('DBIT', '1'),
      ['D 1.00 = 999.00'],
    ],
    [
      'the status of later versions',
      OPENING + entry('CRDT', '5', '<x:Sts><x:Cd>INFO</x:Cd></x:Sts>'),
      'no_lines',
    ],
    ['a closing that is not its sum', OPENING + balance('CLBD', '1') + entry('CRDT', '5'), 'balance_broken'],
    ['an amount below zero', OPENING + entry('CRDT', '-5'), 'bad_row in row 1'],
    ['no amount', OPENING + entry('CRDT', ''), 'bad_row in row 1'],
    ['an amount that is none', OPENING + entry('CRDT', 'five'), 'bad_row in row 1'],
    ['an overdrawn opening', OPENING.replace('CRDT', 'DBIT') + entry('CRDT', '5'), ['C 5.00 = -995.00']],
    [
      'the opening of the day before',
      OPENING.replace('OPBD', 'PRCD') + entry('CRDT', '5'),
      ['C 5.00 = 1005.00'],
    ],
    ['a balance that is only expected', balance('ITBD', '1') + entry('CRDT', '5'), 'balance_broken'],
    ['a direction that is none', OPENING + entry('CR', '5'), 'bad_row in row 1'],
    ['dollars', OPENING + entry('CRDT', '5').replace('INR', 'USD'), 'not_rupees in row 1'],
    [
      'an account in dollars',
      `<x:Acct><x:Ccy>USD</x:Ccy></x:Acct>${OPENING}${entry('CRDT', '5')}`,
      'not_rupees',
    ],
    ['a row of nothing', OPENING + entry('CRDT', '0.00') + entry('CRDT', '5'), ['C 5.00 = 1005.00']],
    ['an element that does not end', `${OPENING}<x:Ntry>`, 'damaged'],
  ])('%s', (_, content, outcome) => {
    expect(outcomeOf(camt(content))).toEqual(outcome)
  })

  it.each([
    ['without its first line', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['after a byte order mark', (text: string) => `\ufeff${text}`],
    ['after blank lines', (text: string) => text.slice(text.indexOf('\n'))],
    [
      'without a prefix and its first line',
      (text: string) => text.slice(text.indexOf('\n') + 1).replaceAll('x:', ''),
    ],
  ])('is known %s', (_, change) => {
    expect(outcomeOf(change(camt(OPENING + entry('CRDT', '100'))))).toEqual(['C 100.00 = 1100.00'])
  })

  it('is damaged beyond the depth that a bank writes, or with two roots', () => {
    const deep = `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`
    expect(outcomeOf(`<?xml version="1.0"?>${deep}`)).toBe('damaged')
    expect(outcomeOf('<?xml version="1.0"?><a></a></b><c></c>')).toBe('damaged')
  })

  it('declares no entities', () => {
    const bomb = camt(OPENING).replace('?>', '?><!DOCTYPE a [<!ENTITY b "bbbb">]>')
    expect(outcomeOf(bomb)).toBe('damaged')
  })
  it('reads letters that XML writes otherwise', () => {
    const text = '<x:AddtlNtryInf>A &amp; B &#x20b9;<![CDATA[<5>]]></x:AddtlNtryInf>'
    expect(readText(camt(OPENING + entry('CRDT', '5', text))).lines[0]?.narration).toBe('A & B ₹<5>')
  })
  it.each(['<x><y></x></y>', '<x', '</x>', 'x<'])('%j is damaged', (text) => {
    expect(outcomeOf(`<?xml version="1.0"?>${text}`)).toBe('damaged')
  })
})

test.each([
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'biff'],
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], null],
  [[0x44, 0x61, 0x74, 0x65], 'text'],
  [[0xff, 0xfe, 0x44, 0x00], 'text'],
  [[0x89, 0x50, 0x4e, 0x47, 0x00], null],
])('the bytes %j are %s', (bytes, kind) => {
  expect(kindOfBytes(Uint8Array.from(bytes))).toBe(kind)
})

test('a page of the web is no statement', () => {
  expect(outcomeOf('<html><body><table></table></body></html>')).toBe('unknown_format')
})

describe('a line of CAMT.053', () => {
  it.each([
    [
      'every note of a payment, in one line',
      '<x:NtryDtls><x:TxDtls><x:RmtInf><x:Ustrd>UPI  TDA0000001</x:Ustrd><x:Ustrd>ASHA\n RAO</x:Ustrd></x:RmtInf></x:TxDtls></x:NtryDtls>',
      'UPI TDA0000001 ASHA RAO',
    ],
    [
      'what is added, where there is no note',
      '<x:NtryDtls><x:TxDtls><x:AddtlTxInf>NEFT IN</x:AddtlTxInf></x:TxDtls></x:NtryDtls><x:AddtlNtryInf>of the entry</x:AddtlNtryInf>',
      'NEFT IN',
    ],
    ['what the entry adds, where there is nothing else', '<x:AddtlNtryInf>CASH</x:AddtlNtryInf>', 'CASH'],
  ])('says of a line %s', (_, more, narration) => {
    const [line] = readText(camt(OPENING + entry('CRDT', '5', more))).lines
    expect(line?.narration).toBe(narration)
  })

  it.each([
    ['<x:AcctSvcrRef>BANK1</x:AcctSvcrRef><x:NtryRef>OWN1</x:NtryRef>', 'BANK1'],
    ['<x:NtryRef>OWN1</x:NtryRef>', 'OWN1'],
    ['', ''],
  ])('has the reference of the bank first: %s', (more, ref) => {
    const [line] = readText(camt(OPENING + entry('CRDT', '5', more))).lines
    expect(line?.ref).toBe(ref)
  })
})
