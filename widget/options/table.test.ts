import { describe, expect, it } from 'vitest'
import { unsupportedMoneyOption } from './table.ts'

describe('an option that decides about money and is not supported', () => {
  it.each([
    [{ useSummaryPage: true }, 'useSummaryPage'],
    [{ useSummaryPage: 'true' }, 'useSummaryPage'],
    [{ useSummaryPage: 1 }, 'useSummaryPage'],
    [{ createCheckout: () => null }, 'createCheckout'],
  ])('is found in %o', (given, name) => {
    expect(unsupportedMoneyOption(given)).toBe(name)
  })

  it.each([
    {},
    { useSummaryPage: false },
    { useSummaryPage: 'false' },
    { useSummaryPage: undefined, createCheckout: null },
    // Heard only with a summary page.
    { onSaveTransactionData() {} },
  ])('is not found in %o', (given) => {
    expect(unsupportedMoneyOption(given)).toBeUndefined()
  })
})
