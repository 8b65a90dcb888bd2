import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { folded } from '../../common/fold.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { nextId, payment } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { fitsSearch, readSearch } from './payment-search.ts'

const NOW_MS = Date.UTC(2026, 10, 28)

const detailsWith = (members: object) =>
  JSON.stringify({ result: { code: '000.100.110', description: 'ok' }, ...members })

/** A payment of 90.00 EUR of this holder, with a card that ends in 1111. */
function paymentOf(holder: string, columns: Partial<PaymentRow> = {}): PaymentRow {
  return payment({
    entityId: nextId(),
    amountMinor: 9_000,
    details: detailsWith({ card: { holder, last4Digits: '1111' } }),
    ...columns,
  })
}

/** Whether the list of a store that holds this payment alone shows it. */
async function finds(typed: string, row: PaymentRow): Promise<boolean> {
  const store = openMemoryStore()
  await store.commit([{ kind: 'insertPayment', row }])
  const sought = readSearch(typed, NOW_MS)
  const query = { entityIds: [row.entityId], onlyPayments: true, ...sought.conditions } as const
  const page = await store.read.findTransactions(query, {
    offset: 0,
    limit: 1,
    counts: false,
    maxRows: 10,
  })
  return page.transactions.some(
    (one) => one.kind === 'payment' && fitsSearch(one.row, sought, sought.conditions),
  )
}

describe('a word of a search', () => {
  const letters = fc.constantFrom(...'aäâåbcdeéfghiïjklłmnñoöøpqrsßştuüvwxyzæœžÁÇÐÞŠΣςжЙ')
  const word = fc.array(letters, { minLength: 1, maxLength: 12 }).map((some) => some.join(''))
  const holder = fc.array(word, { minLength: 1, maxLength: 4 })
  const variants = [
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => text.toUpperCase(),
    (text: string) => text.normalize('NFD'),
    folded,
  ]

  it('finds the payment of its holder, in any case and without accents', async () => {
    await fc.assert(
      fc.asyncProperty(
        holder.chain((words) =>
          fc.record({ holder: fc.constant(words.join(' ')), typed: fc.constantFrom(...words) }),
        ),
        fc.constantFrom(...variants),
        async ({ holder, typed }, variant) => {
          const isCurrency = readSearch(variant(typed), NOW_MS).words.length === 0
          return isCurrency || (await finds(variant(typed), paymentOf(holder)))
        },
      ),
    )
  })

  it.each([
    ['muller', 'Otto Müller'],
    ['Müller', 'OTTO MULLER'],
    ['strasse', 'Anna Straße'],
    ['SØREN', 'Soren Kjær'],
    ['kjaer', 'Søren Kjær'],
    ['lodz', 'Łódź'],
    ['иванов', 'Пётр ИВАНОВ'],
  ])('%s finds %s', async (typed, holder) => {
    expect(await finds(typed, paymentOf(holder))).toBe(true)
  })
})

describe('several words of a search', () => {
  it.each([
    ['Jane 90 1111', true],
    ['1111 jane 90.00 EUR', true],
    ['Jane 91 1111', false],
    ['Jane 90 1112', false],
    ['Joan 90 1111', false],
    ['jane 90 JPY', false],
  ])(
    'must all fit: %s finds the payment of Jane over 90.00 EUR, card 1111: %s',
    async (typed, isFound) => {
      expect(await finds(typed, paymentOf('Jane Jones'))).toBe(isFound)
    },
  )
})

describe('a search as people type it', () => {
  it.each([
    ['jones 90€', true],
    ['jones 90 €', true],
    ['€90', true],
    ['90 euro', true],
    ['90 Euros jones', true],
    ['£90', false],
    ['$90', true],
    ['jones, 90', true],
    ['90; Jones;', true],
    ['**** 1111', true],
    ['****1111', true],
    ['**** 1112', false],
    ['~90', true],
    ['~91', false],
    ['jones - 90,00', true],
    ['euro jones', false],
    ['***', false],
    ['$', false],
    ['\u0301', false],
  ])('%s finds the payment of Jane Jones over 90.00 EUR, card 1111: %s', async (typed, isFound) => {
    expect(await finds(typed, paymentOf('Jane Jones'))).toBe(isFound)
  })

  it('takes a whole reference as it is, whatever stands around it', () => {
    expect(readSearch('*order-1;', NOW_MS)).toMatchObject({
      reference: '*order-1;',
      words: [{ typed: 'order-1' }],
    })
  })

  it.each([
    ['2026-11-26', '2026-11-26'],
    ['26.11.2026', '2026-11-26'],
    ['4.12.26', '2026-12-04'],
    ['28.11.', '2026-11-28'],
    ['04.12.', '2025-12-04'],
    ['1.1.', '2026-01-01'],
  ])('%s is the day %s, where today is 28 November 2026', (typed, day) => {
    const from = Date.parse(day)
    const { conditions, words } = readSearch(typed, NOW_MS)
    expect([conditions, words]).toEqual([
      { createdFromMs: from, createdToMs: from + DAY_MS - 1 },
      [],
    ])
  })

  it.each(['31.2.', '31.02.2026', '29.2.'])('%s is no day, but a word', (typed) => {
    const { conditions, words } = readSearch(typed, NOW_MS)
    expect(conditions).not.toHaveProperty('createdFromMs')
    expect(words).toMatchObject([{ typed }])
  })
})

describe('a whole number of a search', () => {
  const referenced = (merchantTransactionId: string) =>
    paymentOf('Jane Jones', {
      merchantTransactionId,
      details: detailsWith({ merchantTransactionId }),
    })

  it.each([
    ['27', 'order-27', true],
    ['27', 'order-4271', false],
    ['4271', 'order-42713', true],
    ['42713', 'order-42713', true],
    ['90', 'order-1', true],
    ['900', 'order-1', false],
  ])('%s finds the payment %s over 90.00: %s', async (typed, reference, isFound) => {
    expect(await finds(typed, referenced(reference))).toBe(isFound)
  })

  it('is an amount of a currency without decimals where that currency is named', async () => {
    const yen = paymentOf('Jane Jones', { currency: 'JPY', amountMinor: 9_200 })
    expect(await finds('9200 JPY', yen)).toBe(true)
    expect(await finds('92 JPY', yen)).toBe(false)
    expect(await finds('92', yen)).toBe(false)
  })
})
