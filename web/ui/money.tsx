import { formatPaise } from '../../core/money.ts'

/** ₹1,00,000.00 in figures that stand under each other. */
export const Money = ({ paise }: { paise: number }) => <span className="money">{formatPaise(paise)}</span>
