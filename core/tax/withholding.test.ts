// What is withheld of a release, to the paisa: thresholds, who has told no PAN, and the two heads of TCS.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { paise } from '#core/money.ts'
import { isPan, knownPan, type TdsRule, tcsOn, tdsOn } from './withholding.ts'

const rule: TdsRule = {
  ...{ rate_bp: 10, rate_without_pan_bp: 500 },
  ...{ threshold_paise: 50_000_000, threshold_for: ['P', 'H'] },
}
const [PERSON, FAMILY, COMPANY] = ['ABCPD1234E', 'ABCHD1234E', 'ABCCD1234E']
const LAKH = 10_000_000

interface Release {
  readonly gross: number
  readonly most?: number
  readonly earned?: number
  readonly taxed?: number
}
const judge = (pan: string | null, { gross, most = gross, earned = 0, taxed = 0 }: Release) => {
  const { basePaise, rateBasisPoints, taxPaise, reason } = tdsOn(rule, pan, {
    earned: { grossPaise: paise(gross), mostPaise: paise(most) },
    year: { earnedPaise: paise(earned), taxedPaise: paise(taxed) },
  })
  return [basePaise, rateBasisPoints, taxPaise, reason]
}

describe('TDS of one release', () => {
  it.each<[string, string | null, Release, unknown[]]>([
    ['a person, the first of the year', PERSON, { gross: LAKH }, [0, 10, 0, 'below_threshold']],
    [
      'a person, up to the threshold',
      PERSON,
      { gross: LAKH, earned: 4 * LAKH },
      [0, 10, 0, 'below_threshold'],
    ],
    [
      'a paisa above it: the whole year',
      PERSON,
      { gross: LAKH + 1, earned: 4 * LAKH },
      [50_000_001, 10, 50_000, null],
    ],
    ['a family', FAMILY, { gross: LAKH }, [0, 10, 0, 'below_threshold']],
    [
      'after it: this release',
      PERSON,
      { gross: LAKH, earned: 6 * LAKH, taxed: 6 * LAKH },
      [LAKH, 10, 10_000, null],
    ],
    ['a company pays from the first rupee', COMPANY, { gross: LAKH }, [LAKH, 10, 10_000, null]],
    ['no PAN', null, { gross: LAKH }, [LAKH, 500, 500_000, 'no_pan']],
    [
      'no PAN: what was free before stays so',
      null,
      { gross: LAKH, earned: LAKH },
      [LAKH, 500, 500_000, 'no_pan'],
    ],
    ['half a paisa is one', COMPANY, { gross: 500 }, [500, 10, 1, null]],
    ['less than half is none', COMPANY, { gross: 499 }, [499, 10, 0, null]],
    [
      'no more than is paid',
      PERSON,
      { gross: 10_000, most: 9_500, earned: 5 * LAKH },
      [9_500_000, 10, 9_500, null],
    ],
    [
      'the rest of it with the next',
      PERSON,
      { gross: LAKH, earned: 5 * LAKH + 10_000, taxed: 9_500_000 },
      [50_510_000, 10, 50_510, null],
    ],
  ])('%s', (_, pan, release, expected) => expect(judge(pan, release)).toEqual(expected))

  it('never takes more than is paid, taxes no rupee of a year twice, and in the end all of it', () => {
    const release = fc.record({
      gross: fc.integer({ min: 1, max: LAKH }),
      hasPan: fc.boolean(),
      share: fc.nat(100),
    })
    fc.assert(
      fc.property(fc.array(release, { maxLength: 30 }), (releases) => {
        const year = { earned: 0, taxed: 0 }
        for (const { gross, hasPan, share } of releases) {
          const most = Math.floor((gross * share) / 100)
          const [base = 0, rate = 0, tax = 0] = judge(hasPan ? PERSON : null, {
            gross,
            most,
            ...year,
          }) as number[]
          expect(tax).toBe(Math.floor((base * rate + 5_000) / 10_000))
          expect(tax).toBeLessThanOrEqual(most)
          year.earned += gross
          year.taxed += base
          expect(year.taxed).toBeLessThanOrEqual(year.earned)
        }
        const gross = rule.threshold_paise
        const [base = 0] = judge(PERSON, { gross, ...year }) as number[]
        if (year.earned > 0) expect(year.taxed + base).toBe(year.earned + gross)
      }),
    )
  })
})

describe('TCS of one release', () => {
  it.each([
    ['within a State', LAKH, true, [25_000, 25_000, 0]],
    ['across', LAKH, false, [0, 0, 50_000]],
    ['each head for itself', 299, true, [1, 1, 0]],
    ['across, rounded once', 299, false, [0, 0, 1]],
  ] as const)('%s', (_, gross, isWithinState, [cgst, sgst, igst]) =>
    expect(tcsOn(paise(gross), 50, isWithinState)).toEqual({
      cgstPaise: cgst,
      sgstPaise: sgst,
      igstPaise: igst,
    }),
  )
})

test.each([
  ['ABCPD1234E', true],
  ['ABCDD1234E', false],
  ['abcpd1234e', false],
  ['ABCPD1234', false],
  ['ABCPD12345', false],
])('%s is a PAN: %s', (text, expected) => expect(isPan(text)).toBe(expected))

test('the PAN of whoever is registered is in their GSTIN', () => {
  expect(knownPan({ pan: null, gstin: '27AAPFU0939F1ZV' })).toBe('AAPFU0939F')
  expect(knownPan({ pan: PERSON, gstin: null })).toBe(PERSON)
  expect(knownPan({ pan: null, gstin: null })).toBeNull()
})
