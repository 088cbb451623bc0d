/** How five banks word a line, after the samples: what a payer typed is cut, and who they are may not stand in it. */
export interface Party {
  readonly name: string
  readonly vpa: string
  readonly account: string
  readonly bank: { readonly code: string; readonly name: string }
}

export interface BankWords {
  /** UPI from a person, with the note that their app sent along. */
  readonly upiIn: (from: Party, utr: string, note: string) => string
  readonly impsIn: (from: Party, utr: string, note: string) => string
  readonly upiOut: (to: Party, utr: string, note: string) => string
  readonly impsOut: (to: Party, utr: string, code: string) => string
  readonly neftOut: (to: Party, utr: string, code: string) => string
  readonly neftReturn: (to: Party, utr: string, code: string) => string
  readonly takenBack: (from: Party, utr: string) => string
  readonly own: string
  readonly foreign: string
  readonly interest: string
  readonly charges: string
  readonly lump: string
}

const tail = (account: string, digits: number): string => account.slice(-digits)
const ifsc = ({ bank, account }: Party): string => `${bank.code}0${account.slice(0, 6)}`

export const WORDS: Readonly<Record<string, BankWords>> = {
  HDFC: {
    upiIn: (p, utr, note) => `UPI-${p.name}-${p.vpa}-${ifsc(p)}-${utr}-${note}`,
    impsIn: (p, utr, note) => `IMPS-${utr}-${p.name}-${p.bank.code}-XXXXXXX${tail(p.account, 4)}-${note}`,
    upiOut: (p, utr, note) => `UPI-${p.name}-${p.vpa}-${ifsc(p)}-${utr}-${note}`,
    impsOut: (p, utr, code) => `IMPS-${utr}-${p.name}-${p.bank.code}-XXXXXXX${tail(p.account, 4)}-${code}`,
    neftOut: (p, utr, code) => `NEFT DR-${ifsc(p)}-${p.name}-NETBANK, MUM-${utr}-${code}`,
    neftReturn: (p, utr, code) => `NEFT RETURN-${utr}-${p.name}-A/C CLOSED-${code}`,
    takenBack: (p, utr) => `REV-UPI-${p.vpa}-${utr}-DR REVERSAL`,
    own: 'FT - CR - 50100099887766 - AMANAT OPERATIONS',
    foreign: 'INWARD REM FIRC 2611020 ALPHA TRADING FZE USD 280.00',
    interest: 'CREDIT INTEREST CAPITALISED',
    charges: 'IMPS CHG INCL GST 051126',
    lump: 'UPI SETTLEMENT 05-11-26 TERMINAL 70011223 37 TXNS',
  },
  ICICI: {
    upiIn: (p, utr, note) =>
      `UPI/${utr}/${note}/${p.vpa.slice(0, 15)}/${p.bank.name}/ICI095fc404fe379b94bac4438ab6cf37`,
    impsIn: (p, utr, note) => `MMT/IMPS/${utr}/${note}/${p.name.slice(0, 10)}/${ifsc(p)}`,
    upiOut: (p, utr, note) =>
      `UPI/${utr}/${note}/${p.vpa.slice(0, 15)}/${p.bank.name}/ICI015945654fa4371211e2c308eeb3ca`,
    impsOut: (p, utr, code) => `MMT/IMPS/${utr}/${code}/${p.name.slice(0, 10)}/${ifsc(p)}`,
    neftOut: (p, utr, code) => `INF/NEFT/${utr}/${ifsc(p)}/${code}/${p.name}`,
    neftReturn: (p, utr) => `NEFT-RETURN-${utr}-${p.name}-ACCOUNT CLOSED`,
    takenBack: (p, utr) => `REV/UPI/${utr}/${p.vpa.slice(0, 15)}/reversal`,
    own: 'INF/INFT/04118877/AMANAT OPS FLOAT',
    foreign: 'IRM/FIRC 061121/ALPHA TRADING FZE/USD280',
    interest: '037505012379:Int.Pd:01-10-2026 to 31-10-2026',
    charges: 'NEFT CHARGES/05-11-2026/GST',
    lump: 'UPI SETTLEMENT/05112026/MID 0371122/37 TXNS',
  },
  SBI: {
    upiIn: (p, utr, note) =>
      `BY TRANSFER-UPI/CR/${utr}/${p.name.slice(0, 8)}/${p.bank.code}/${p.vpa.split('@')[0]?.slice(0, 10)}/${note.slice(0, 5)}--`,
    impsIn: (p, utr, note) =>
      `BY TRANSFER-INB IMPS${utr}/${tail(p.account, 4)}/XX${tail(p.account, 3)}/${note}--`,
    upiOut: (p, utr, note) =>
      `TO TRANSFER-UPI/DR/${utr}/${p.name.slice(0, 8)}/${p.bank.code}/${p.vpa.split('@')[0]?.slice(0, 10)}/${note.slice(0, 5)}--`,
    impsOut: (p, utr, code) => `TO TRANSFER-INB IMPS/${utr}/${p.bank.code}/XX${tail(p.account, 3)}/${code}--`,
    neftOut: (p, utr, code) => `TO TRANSFER-INB NEFT UTR NO: ${utr}--${code} ${p.name}`,
    neftReturn: (p, utr) => `BY TRANSFER-NEFT*RETURN*${utr}*${p.name}*AC CLOSED--`,
    takenBack: (p, utr) => `TO TRANSFER-UPI/REV/${utr}/${p.name.slice(0, 8)}/${p.bank.code}/RETURN--`,
    own: 'BY TRANSFER-INB AMANAT OPERATIONS FLOAT--',
    foreign: 'BY TRANSFER-INWARD REMITTANCE FIRC 2643 ALPHA TRADING FZE--',
    interest: 'CREDIT INTEREST--',
    charges: 'DEBIT-NEFT CHARGES-GST-',
    lump: 'BY TRANSFER-UPI SETTLEMENT 05112026--',
  },
  AXIS: {
    upiIn: (p, utr, note) => `UPI/P2A/${utr}/${p.name.slice(0, 9)}/${p.bank.name.slice(0, 9)}/${note}`,
    impsIn: (p, utr, note) =>
      `IMPS/P2A/${utr}/${p.name.slice(0, 8)}/${p.bank.name.slice(0, 8)}/${note}/${p.account}88745`,
    upiOut: (p, utr, note) => `UPI/P2A/${utr}/${p.name.slice(0, 9)}/${p.bank.name.slice(0, 9)}/${note}`,
    impsOut: (p, utr, code) =>
      `IMPS/P2A/${utr}/${p.name.slice(0, 8)}/${p.bank.name.slice(0, 8)}/${code}/${p.account}88745`,
    neftOut: (p, utr, code) => `NEFT/${utr}/${p.name}/${p.bank.name}/${code}`,
    neftReturn: (p, utr) => `NEFT RTN/${utr}/${p.name}/ACCOUNT CLOSED`,
    takenBack: (p, utr) => `UPI/REV/${utr}/${p.name.slice(0, 9)}/REVERSAL`,
    own: 'TRF/AMANAT OPERATIONS/917020099887766/FLOAT',
    foreign: 'INW REM/FIRC526/ALPHA TRADING FZE/USD280',
    interest: 'SB:917020011223344:Int.Pd:01-08-2026 to 31-10-2026',
    charges: 'NEFT CHARGES 05-11-26 GST @18%',
    lump: 'UPI SETTLEMENT/15112026/MID 0371122/37 TXNS',
  },
  KOTAK: {
    upiIn: (p, utr, note) => `UPI/${p.name}/${utr}/${note}`,
    impsIn: (p, utr, note) =>
      `Recd:IMPS/${utr}/${p.name.slice(0, 12)}/${p.bank.code}/X${tail(p.account, 4)}/${note}`,
    upiOut: (p, utr, note) => `UPI/${p.name}/${utr}/${note}`,
    impsOut: (p, utr, code) =>
      `Sent IMPS ${utr} ${p.name.slice(0, 12)} ${p.bank.code} XX${tail(p.account, 4)} ${code}`,
    neftOut: (p, utr, code) => `NEFT ${utr} ${p.name} ${ifsc(p)} ${code}`,
    neftReturn: (p, utr) => `NEFT RETURN ${utr} ${p.name} ACCOUNT CLOSED`,
    takenBack: (p, utr) => `REV:UPI/${p.name}/${utr}/REVERSAL`,
    own: 'FUND TRF FROM AMANAT OPERATIONS/7911998877',
    foreign: 'INWARD REMITTANCE FIRC 88120 ALPHA TRADING FZE USD 280',
    interest: 'Int.Pd:7911223344:01-08-2026 to 31-10-2026',
    charges: 'Chrg: NEFT Nov 26 incl GST',
    lump: 'UPI SETTLEMENT 051126 MID 371122 37 TXNS',
  },
}
