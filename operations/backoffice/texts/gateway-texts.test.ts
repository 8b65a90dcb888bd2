import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { brandNames } from '../../../common/payment-brands.ts'
import german from '../../../locales/backoffice/gateway/de.json'
import { allResultCodes } from '../../../server/results/catalogue.ts'
import { brandName } from './brands.ts'
import { resultText, useGatewayTexts } from './gateway-texts.ts'

afterEach(() => useGatewayTexts({}))

const codes = allResultCodes()

const folder = join(import.meta.dirname, '../../../locales/backoffice/gateway')

describe.each(readdirSync(folder))('what the gateway says, in %s', (file) => {
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(folder, file), 'utf8'),
  )

  it('has every group of result codes, and every reason of a chargeback', () => {
    const wanted = codes.flatMap(({ code, group }) =>
      group === 'chargeback' ? [code, group] : [group],
    )
    expect([...new Set(wanted)].filter((name) => !(name in texts))).toEqual([])
  })

  it('has the same texts as German, in the same order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(german))
  })

  it('is of codes, groups and brands that there are', () => {
    const known = new Set([...codes.flatMap(({ code, group }) => [code, group]), ...brandNames])
    expect(Object.keys(texts).filter((name) => !known.has(name))).toEqual([])
  })
})

describe('a result', () => {
  const declined = { code: '800.100.190', codeGroup: 'reject_bank', description: 'Declined' }

  it('is told by its own text, else by that of its group', () => {
    useGatewayTexts(german)
    expect(resultText({ ...declined, code: '800.100.153' })).toBe('Abgelehnt: falsche CVV')
    expect(resultText(declined)).toBe('Von der Bank abgelehnt')
  })

  it('is told in the words of the gateway where the language has none', () => {
    expect(resultText(declined)).toBe('Declined')
  })
})

it('names a brand in words of the language only where its name is a word', () => {
  useGatewayTexts(german)
  expect(['DIRECTDEBIT_SEPA', 'VISA'].map(brandName)).toEqual(['SEPA-Lastschrift', 'Visa'])
})
