import { describe, expect, it } from 'vitest'
import type { Change, Store } from '../../server/store/port.ts'
import { entity } from '../../server/store/testing/sample-rows.ts'
import { fileAt } from './file-records.ts'
import { importFile } from './import.ts'
import { removeFile } from './remove-file.ts'
import {
  fileWith,
  keyedHash,
  NOW_MS,
  payoutLine,
  type SettledShop,
  settledLine,
  settledShop,
  tillgate,
  tillgateFile,
} from './settlement.fixture.ts'

const clock = { now: () => NOW_MS }

async function imported(shop: SettledShop, text: string, more = {}) {
  const outcome = await shop.import(text, more)
  if (outcome.kind !== 'imported') throw new Error(outcome.texts.join('\n') || outcome.kind)
  return outcome
}

/** Two payments, their lines and the payout. */
async function smallDay(shop: SettledShop) {
  const [one, other] = [await shop.pay(), await shop.pay()]
  const lines = [
    settledLine(shop.account, { payment_id: one.id }),
    settledLine(shop.account, { payment_id: other.id }),
    payoutLine(shop.account, '196.00'),
  ]
  return { one, other, lines }
}

describe('an import', () => {
  it('stores lines, batch and journal entries, and finds the payments', async () => {
    const shop = await settledShop()
    const { one, other, lines } = await smallDay(shop)
    const { file, counts } = await imported(shop, tillgateFile(lines))
    expect(file).toMatchObject({
      state: 'imported',
      lineCount: 3,
      bookedCount: 3,
      settledFrom: '2026-11-21',
      settledTo: '2026-11-21',
    })
    expect(counts).toEqual({
      lines: 3,
      repeated: 0,
      matched: 2,
      severalMatches: 0,
      notMatched: 0,
      flagged: 0,
      payouts: 1,
    })
    const stored = await shop.lines(file.id)
    expect(stored.map((line) => [line.lineNumber, line.position, line.matchState])).toEqual([
      [2, 1, 'MATCHED'],
      [3, 2, 'MATCHED'],
      [4, 3, 'NONE'],
    ])
    const matches = await shop.store.read.settlementMatchesOfPayments([one.id, other.id])
    expect(matches.map(({ paymentId, rule }) => [paymentId, rule])).toEqual([
      [one.id, 'paymentId'],
      [other.id, 'paymentId'],
    ])
    expect(await shop.batches(file.id)).toMatchObject([
      {
        reference: 'P1',
        paidMinor: 19_600,
        paidOn: '2026-11-23',
        bankReference: 'BANK 1',
        settledOn: '2026-11-23',
        netMinor: 19_600,
        feeMinor: 400,
        isUnbalanced: false,
      },
    ])
    expect(await shop.ledger(file.id)).toEqual({
      'receivable EUR': -20_000,
      'fees.interchange EUR': 200,
      'fees.scheme EUR': 80,
      'fees.markup EUR': 120,
      'balance EUR': 0,
      'bank EUR': 19_600,
    })
  })

  it('keeps the acquirer reference number of a line, where the file has one', async () => {
    const shop = await settledShop()
    const arn = '74537606123456789012345'
    const cells = [{ arn }, { arn: 'not available' }, {}].map((one, at) =>
      settledLine(shop.account, { record_id: `r${at}`, payout_reference: '', ...one }),
    )
    const text = tillgateFile(cells)
    const outcome = await shop.import(text)
    if (outcome.kind !== 'imported') throw new Error(outcome.texts.join('\n'))
    const lines = await shop.lines(outcome.file.id)
    expect(lines.map((line) => line.arn)).toEqual([arn, null, null])

    const without = text.replaceAll(/;[^;\n]*$/gm, '')
    expect(await shop.import(without)).toMatchObject({ kind: 'imported', counts: { lines: 3 } })
  })

  it('takes the same file once', async () => {
    const shop = await settledShop()
    const { lines } = await smallDay(shop)
    const { file } = await imported(shop, tillgateFile(lines))
    expect(await shop.import(tillgateFile(lines))).toMatchObject({ kind: 'alreadyImported', file })
  })

  it('books only what is new of a file that repeats lines in another order', async () => {
    const shop = await settledShop()
    const { lines } = await smallDay(shop)
    const first = await imported(shop, tillgateFile(lines))
    const further = settledLine(shop.account, { record_id: 'late', payout_reference: '' })
    const second = await imported(shop, tillgateFile([further, ...lines.toReversed()]))
    expect(second.file).toMatchObject({
      lineCount: 4,
      bookedCount: 1,
      supersedesId: first.file.id,
    })
    expect(second.counts).toMatchObject({ repeated: 3, notMatched: 1 })
    expect(await shop.ledger(second.file.id)).toMatchObject({
      'receivable EUR': -10_000,
      'balance EUR': 9_800,
    })
  })

  it('refuses a repeated record with another amount, and books nothing of the file', async () => {
    const shop = await settledShop()
    const { one, lines } = await smallDay(shop)
    const { file } = await imported(shop, tillgateFile(lines))
    const changed = settledLine(shop.account, {
      payment_id: one.id,
      gross_amount: '99.00',
      net_amount: '97.00',
      payout_reference: 'P2',
    })
    const further = settledLine(shop.account, { record_id: 'new', payout_reference: 'P2' })
    const outcome = await shop.import(tillgateFile([further, changed]))
    expect(outcome.texts).toEqual([
      expect.stringMatching(
        /^line 3: the gross amount is not what the file settlement.csv \(\w+\) has in line 2/,
      ),
    ])
    const { read } = shop.store
    expect(await read.settlementLinesOfRecords(shop.account.id, ['new'])).toEqual([])
    const files = await read.settlementFilesOf(shop.account.id, '9', 10)
    expect(files.map(({ id, state }) => [id === file.id, state])).toEqual([
      [false, 'removed'],
      [true, 'imported'],
    ])
  })

  it('refuses a file that has a record twice', async () => {
    const shop = await settledShop()
    const line = settledLine(shop.account)
    const outcome = await shop.import(tillgateFile([line, line]))
    expect(outcome.texts).toEqual(['line 3: repeats the record of line 2'])
  })

  it('refuses a file that has a record twice, however far apart', async () => {
    const shop = await settledShop()
    const lines = Array.from({ length: 1500 }, (_, at) =>
      settledLine(shop.account, { record_id: `r${at % 1499}` }),
    )
    const outcome = await shop.import(tillgateFile(lines))
    expect(outcome.texts).toEqual(['line 1501: repeats the record of line 2'])
  })

  it.each([
    ['inside of a line', (text: string) => text.slice(0, -60), 'the file may be cut'],
    [
      'behind a line',
      (text: string) => text.split('\n').slice(0, -2).join('\n'),
      'the last line, END, is missing: the file is cut',
    ],
    [
      'in its middle',
      (text: string) => text.split('\n').toSpliced(2, 1).join('\n'),
      'the last line counts 3 lines, there are 2',
    ],
    ['at its beginning', () => '', 'the file is empty'],
  ])('refuses a file that is cut %s', async (_where, cut, message) => {
    const shop = await settledShop()
    const { lines } = await smallDay(shop)
    const outcome = await shop.import(cut(tillgateFile(lines)))
    expect(outcome.kind).toBe('refused')
    expect(outcome.texts.join('\n')).toContain(message)
    expect(await shop.store.read.settlementFilesOf(shop.account.id, '9', 1)).toEqual([])
  })

  it('refuses a payout that its lines do not sum to, unless that is accepted', async () => {
    const shop = await settledShop()
    const { lines } = await smallDay(shop)
    const text = tillgateFile(lines.slice(1))
    expect((await shop.import(text)).texts).toEqual([
      expect.stringContaining('payout P1 is 196.00 EUR, its lines sum to 98.00 EUR'),
    ])
    const { file } = await imported(shop, text, { acceptsUnbalanced: true })
    expect(await shop.batches(file.id)).toMatchObject([
      { paidMinor: 19_600, netMinor: 9_800, isUnbalanced: true },
    ])
    expect(await shop.ledger(file.id)).toMatchObject({ 'balance EUR': -9_800, 'bank EUR': 19_600 })
  })

  it('adds up a payout whose lines come in several files', async () => {
    const shop = await settledShop()
    const line = (record_id: string) => settledLine(shop.account, { record_id })
    await imported(shop, tillgateFile([line('r1')]))
    const wrong = tillgateFile([line('r2'), payoutLine(shop.account, '197.00')])
    expect((await shop.import(wrong)).texts.join()).toContain('payout P1 is 197.00 EUR')
    const rest = tillgateFile([line('r2'), payoutLine(shop.account, '196.00')])
    const { file } = await imported(shop, rest)
    expect(await shop.batches(file.id)).toMatchObject([{ paidMinor: 19_600, isUnbalanced: false }])
  })

  it('refuses lines that come after their payout, and flags them where that is accepted', async () => {
    const shop = await settledShop()
    const line = (record_id: string) => settledLine(shop.account, { record_id })
    await imported(shop, tillgateFile([line('r1'), payoutLine(shop.account, '98.00')]))
    const late = tillgateFile([line('r2')])
    expect((await shop.import(late)).texts.join()).toContain(
      'payout P1 is 98.00 EUR, its lines sum to 196.00 EUR',
    )
    const { file } = await imported(shop, late, { acceptsUnbalanced: true })
    expect(await shop.batches(file.id)).toMatchObject([{ paidMinor: null, isUnbalanced: true }])
  })

  it('compares a payout without a number with the other lines without one', async () => {
    const shop = await settledShop()
    const none = { payout_reference: '' }
    const line = settledLine(shop.account, none)
    const payout = (amount: string) => tillgateFile([line, payoutLine(shop.account, amount, none)])
    expect((await shop.import(payout('97.00'))).texts.join()).toContain(
      'payout without a number is 97.00 EUR, its lines sum to 98.00 EUR',
    )
    const { file } = await imported(shop, payout('98.00'))
    expect(await shop.batches(file.id)).toMatchObject([{ paidMinor: 9_800, isUnbalanced: false }])
  })

  it('refuses a currency in which the account is not settled', async () => {
    const shop = await settledShop({ account: { currencies: 'EUR' } })
    const line = settledLine(shop.account, { gross_currency: 'GBP', net_currency: 'GBP' })
    expect((await shop.import(tillgateFile([line]))).texts).toEqual([
      'line 2, column net_currency: is GBP: the account is settled in EUR',
    ])
  })

  it('names line and column of everything that is wrong', async () => {
    const shop = await settledShop()
    const { account } = shop
    const text = tillgateFile([
      settledLine(account, { gross_amount: '1,00' }),
      settledLine(account, { record_id: 'r2', settled_on: '21.11.2026', rate: '0' }),
      settledLine(account, { record_id: 'r3', net_amount: '98.50' }),
      settledLine(account, { record_id: 'r4', merchant_id: 'OTHER' }),
      settledLine(account, { record_id: 'r5', gross_amount: '100.001' }),
    ])
    const { texts } = await shop.import(text)
    expect(texts).toEqual([
      'line 2, column gross_amount: is "1,00": an amount is digits with a point, such as -12.30',
      expect.stringContaining('line 2, column net_amount: and the costs sum to'),
      'line 3, column rate: is "0": a rate is a decimal above 0',
      'line 3, column settled_on: is "21.11.2026": use yyyy-MM-dd',
      'line 4, column net_amount: and the costs sum to 10050, the gross amount is 10000 minor units of EUR',
      `line 5, column merchant_id: is "OTHER", the account's is ${account.merchantId}`,
      'line 6, column gross_amount: is "100.001": EUR has 2 decimals',
    ])
  })

  it('refuses a file of another format', async () => {
    const shop = await settledShop()
    const { texts } = await shop.import('Psp Reference,Type\n1,Settled\n')
    expect(texts.slice(0, 2)).toEqual([
      'line 1, column record_type: is missing',
      'line 1, column gross_currency: is missing',
    ])
  })

  it('books a record of unknown type as suspense and flags it', async () => {
    const shop = await settledShop()
    const line = settledLine(shop.account, { record_type: 'MYSTERY', payout_reference: '' })
    const { file, counts } = await imported(shop, tillgateFile([line]))
    expect(counts.flagged).toBe(1)
    expect(await shop.lines(file.id)).toMatchObject([
      { type: 'other', acquirerType: 'MYSTERY', flag: 'unknownType', matchState: 'NONE' },
    ])
    expect(await shop.ledger(file.id)).toMatchObject({ 'suspense EUR': -10_000 })
  })

  it('books two currencies over the account clearing, with the rate as it was written', async () => {
    const shop = await settledShop()
    const line = settledLine(shop.account, {
      gross_currency: 'USD',
      rate: '0.91234567890',
      net_amount: '89.23',
      payout_reference: '',
    })
    const { file } = await imported(shop, tillgateFile([line]))
    expect(await shop.lines(file.id)).toMatchObject([{ rate: '0.91234567890' }])
    expect(await shop.ledger(file.id)).toMatchObject({
      'receivable USD': -10_000,
      'clearing USD': 10_000,
      'clearing EUR': -9_123,
      'balance EUR': 8_923,
    })
  })

  it('books a chargeback in disputes, and a monthly fee without a payment', async () => {
    const shop = await settledShop()
    const payment = await shop.pay()
    const { file, counts } = await imported(
      shop,
      tillgateFile([
        settledLine(shop.account, {
          payment_id: payment.id,
          record_type: 'CHARGEBACK',
          gross_amount: '-100.00',
          net_amount: '-115.00',
          interchange: '',
          scheme_fee: '',
          markup: '',
          dispute_fee: '15.00',
          reason_code: '10.4',
          payout_reference: '',
        }),
        settledLine(shop.account, {
          record_id: 'fee-2026-11',
          record_type: 'FEE',
          gross_amount: '',
          net_amount: '-25.00',
          interchange: '',
          scheme_fee: '',
          markup: '',
          payout_reference: '',
        }),
      ]),
    )
    expect(counts).toMatchObject({ matched: 1, notMatched: 0 })
    expect(await shop.lines(file.id)).toMatchObject([
      { type: 'chargeback', reasonCode: '10.4', disputeMinor: 1_500 },
      { type: 'fee', grossMinor: 0, monthlyMinor: 2_500, matchState: 'NONE' },
    ])
    expect(await shop.ledger(file.id)).toEqual({
      'disputes EUR': 10_000,
      'fees.dispute EUR': 1_500,
      'fees.monthly EUR': 2_500,
      'balance EUR': -14_000,
    })
  })
})

describe('a date in a file', () => {
  it('that is more than a year ahead is a fault, by the clock of the account', async () => {
    const shop = await settledShop()
    const { id } = await shop.pay()
    const far = {
      payment_id: id,
      ordered_at: '2062-11-20 12:00:00',
      settled_on: '2028-01-01',
      paid_on: '2027-11-01',
    }
    const text = tillgateFile([settledLine(shop.account, far)])
    expect((await shop.import(text)).texts).toEqual([
      'line 2, column ordered_at: is "2062-11-20 12:00:00", more than a year ahead: correct the year',
      'line 2, column settled_on: is "2028-01-01", more than a year ahead: correct the year',
    ])
    const settings = JSON.stringify({ clockOffsetMs: 40 * 366 * 24 * 60 * 60 * 1000 })
    const ahead = await settledShop({ settings })
    const again = settledLine(ahead.account, { ...far, payment_id: (await ahead.pay()).id })
    expect((await ahead.import(tillgateFile([again]))).kind).toBe('imported')
  })

  it('may be a year ahead of the clock of one channel', async () => {
    const shop = await settledShop()
    const settings = JSON.stringify({ clockOffsetMs: 2 * 366 * 24 * 60 * 60 * 1000 })
    const row = entity({ kind: 'channel', parentId: shop.merchantId, settings })
    await shop.store.commit([{ kind: 'insertEntity', row }])
    const { id } = await shop.pay()
    const line = settledLine(shop.account, { payment_id: id, settled_on: '2028-12-01' })
    expect((await shop.import(tillgateFile([line]))).kind).toBe('imported')
  })
})

describe('a payout', () => {
  it('that an earlier file has told is not booked again by a record of another id', async () => {
    const shop = await settledShop()
    const { lines } = await smallDay(shop)
    await imported(shop, tillgateFile(lines))
    const again = payoutLine(shop.account, '196.00', { record_id: 'payout-P1-again' })
    const outcome = await shop.import(tillgateFile([again]), { acceptsUnbalanced: true })
    expect(outcome.kind).toBe('refused')
    expect(outcome.texts.join()).toMatch(/an earlier file has booked by another record/)
  })
})

describe('an interrupted import', () => {
  /** A store that fails after so many commits of an import, as a process that dies. */
  function dyingStore(store: Store, commits: number): Store {
    let left = commits
    return {
      ...store,
      read: store.read,
      commit: (changes: readonly Change[]) => {
        if (left === 0) throw new Error('killed')
        left -= 1
        return store.commit(changes)
      },
    }
  }

  /** More lines than are written at once. */
  async function longDay(shop: SettledShop) {
    const payments = await Promise.all(Array.from({ length: 2_200 }, () => shop.pay()))
    const lines = payments.map(({ id }, at) =>
      settledLine(shop.account, { record_id: `r${at}`, payment_id: id }),
    )
    return tillgateFile([...lines, payoutLine(shop.account, '215600.00')])
  }

  it.each([0, 1, 2, 3, 4])(
    'goes on after %i commits and ends as if nothing had happened',
    async (commits) => {
      const shop = await settledShop()
      const path = await fileWith(await longDay(shop))
      const request = {
        file: fileAt(path),
        format: tillgate,
        account: shop.account,
        acceptsUnbalanced: false,
      }
      const dying = dyingStore(shop.store, commits)
      await expect(importFile(request, { store: dying, clock, keyedHash })).rejects.toThrow(
        'killed',
      )
      const { read } = shop.store
      const [waiting] = await read.settlementFilesOf(shop.account.id, '9', 1)
      if (waiting !== undefined)
        expect(await read.settlementBatchesOfFile(waiting.id, '')).toEqual([])
      const outcome = await importFile(request, { store: shop.store, clock, keyedHash })
      expect(outcome).toMatchObject({
        kind: 'imported',
        counts: { lines: 2_201, repeated: 0, matched: 2_200, notMatched: 0, flagged: 0 },
      })
      const [file] = await read.settlementFilesOf(shop.account.id, '9', 10)
      expect(await shop.ledger(file?.id ?? '')).toMatchObject({
        'receivable EUR': -22_000_000,
        'balance EUR': 0,
        'bank EUR': 21_560_000,
      })
    },
  )

  it('keeps its records from other files until it has ended or was given up', async () => {
    const shop = await settledShop()
    const text = await longDay(shop)
    const path = await fileWith(text)
    const request = {
      file: fileAt(path),
      format: tillgate,
      account: shop.account,
      acceptsUnbalanced: false,
    }
    const store = dyingStore(shop.store, 2)
    await expect(importFile(request, { store, clock, keyedHash })).rejects.toThrow('killed')
    const other = tillgateFile([
      settledLine(shop.account, { record_id: 'r1', payout_reference: '' }),
    ])
    expect((await shop.import(other)).texts.join()).toContain('whose import has not ended')
    const files = await shop.store.read.settlementFilesOf(shop.account.id, '9', 10)
    const waiting = files.find(({ state }) => state === 'importing')
    expect(await removeFile(waiting?.id ?? '', { store: shop.store, clock })).toBe('removed')
    expect(await shop.lines(waiting?.id ?? '')).toEqual([])
    expect((await shop.import(`${other}\n`)).kind).toBe('imported')
    expect(await removeFile(waiting?.id ?? '', { store: shop.store, clock })).toBe('alreadyRemoved')
  })

  it('may be done by two processes at the same time', async () => {
    const shop = await settledShop()
    const path = await fileWith(await longDay(shop))
    const request = {
      file: fileAt(path),
      format: tillgate,
      account: shop.account,
      acceptsUnbalanced: false,
    }
    const outcomes = await Promise.all(
      [1, 2].map(() => importFile(request, { store: shop.store, clock, keyedHash })),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['imported', 'imported'])
    const [file] = await shop.store.read.settlementFilesOf(shop.account.id, '9', 10)
    expect(await shop.lines(file?.id ?? '')).toHaveLength(1_000)
    expect(await shop.ledger(file?.id ?? '')).toMatchObject({ 'receivable EUR': -22_000_000 })
  })
})

describe('what was imported', () => {
  it('stays, whatever is removed', async () => {
    const shop = await settledShop()
    const { lines } = await smallDay(shop)
    const { file } = await imported(shop, tillgateFile(lines))
    expect(await removeFile(file.id, { store: shop.store, clock })).toBe('imported')
    expect(await removeFile('nothing', { store: shop.store, clock })).toBe('unknown')
    expect(await shop.lines(file.id)).toHaveLength(3)
  })
})
