import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AdminBooking } from '../answer.ts'
import { type Entry, entriesOf, inBooks } from './entry.ts'
import type { BookingFormat, FileOf } from './format.ts'
import { FORMATS } from './formats.ts'

const { datev, quickbooks, camt054 } = FORMATS

const BOOKS: FileOf['bookkeeping'] = {
  currency: 'EUR',
  accounts: { clearing: '1360', sales: '10000', fees: '4970', bank: '1200' },
  datev: { consultant: 29_098, client: 55_003 },
}

const FILE: FileOf = {
  from: '2026-11-01',
  to: '2026-11-30',
  atMs: Date.UTC(2026, 11, 1, 8),
  entity: { id: 'a'.repeat(32), name: 'Müller & Söhne <Tee>' },
  bookkeeping: BOOKS,
  dayOf: (atMs) => new Date(atMs).toISOString().slice(0, 10),
}

const SALE: AdminBooking = {
  booking: 'debit',
  bookedAt: '2026-11-05T10:00:00.000Z',
  paymentId: 'b'.repeat(32),
  paymentType: 'DB',
  paymentBrand: 'VISA',
  merchant: 'Shop',
  channel: 'Web',
  entityId: 'c'.repeat(32),
  merchantTransactionId: 'order 7_"x"',
  last4: '4242',
  amount: '92.00',
  currency: 'EUR',
  gross: '92.00',
  fee: '1.50',
  net: '90.50',
  settledCurrency: 'EUR',
  settledOn: '2026-11-07',
  payout: 'P1',
  payoutId: 'd'.repeat(32),
  paidOn: '2026-11-09',
}

const line = (of: Partial<AdminBooking>): AdminBooking => ({
  booking: 'settlement',
  bookedAt: '2026-11-07T00:00:00.000Z',
  merchant: 'Shop',
  entityId: 'c'.repeat(32),
  fee: '0.00',
  settledCurrency: 'EUR',
  settledOn: '2026-11-07',
  payout: 'P1',
  ...of,
})

/** A booking that no file has settled. */
function unsettled({ gross: _, fee: __, net: ___, ...open }: AdminBooking): AdminBooking {
  return open
}

const written = (format: BookingFormat, ...bookings: readonly AdminBooking[]) =>
  bookings.flatMap(entriesOf).flatMap((entry) => format.line(entry, FILE) ?? [])

describe('the movements of bookings', () => {
  it('are what is charged, and what is kept of it', () => {
    expect(entriesOf(SALE)).toMatchObject([
      { kind: 'sale', amount: '92.00', currency: 'EUR' },
      { kind: 'fee', amount: '-1.50', currency: 'EUR' },
    ])
  })

  it('have a chargeback once, though a file tells it too', () => {
    const told = { lineType: 'chargeback', gross: '-92.00', net: '-107.00', fee: '15.00' }
    expect(entriesOf(line({ ...told, paymentId: 'b'.repeat(32) }))).toMatchObject([
      { kind: 'fee', amount: '-15.00' },
    ])
    expect(entriesOf(line(told))).toMatchObject([{ kind: 'chargeback', amount: '-92.00' }, {}])
  })

  it('leave out what is carried from one payout to the next', () => {
    expect(entriesOf(line({ lineType: 'carried', gross: '-8.00', net: '-8.00' }))).toEqual([])
  })

  it('are in the currency of the books once they are settled in it', () => {
    const dollars = { ...SALE, amount: '100.00', currency: 'USD' }
    const [settled] = entriesOf(dollars) as [Entry]
    expect(inBooks(settled, 'EUR')).toBe('92.00')
    const [open] = entriesOf(unsettled(dollars)) as [Entry]
    expect(inBooks(open, 'EUR')).toBeUndefined()
  })

  it('sum to what is settled, without the payout, whatever is booked', () => {
    const booking = fc.record({
      what: fc.constantFrom<AdminBooking['booking'][]>('debit', 'refund', 'chargeback', 'failure'),
      minor: fc.integer({ min: -100_000, max: 100_000 }),
      fee: fc.integer({ min: 0, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 20 }), (drawn) => {
        const bookings = drawn.map(({ what, minor, fee }) => ({
          ...SALE,
          booking: what,
          amount: text(minor),
          gross: text(minor),
          fee: text(fee),
          net: text(minor - fee),
        }))
        const moved = bookings.flatMap(entriesOf).map(({ amount }) => amount)
        expect(sum(moved)).toBe(sum(bookings.map(({ net }) => net)))
        const posted = written(datev, ...bookings).map((row) => {
          const [size = '', side] = row.split(';')
          return `${side === '"H"' ? '-' : ''}${size.replace(',', '.')}`
        })
        expect(sum(posted)).toBe(sum(moved))
      }),
    )
  })
})

function sum(amounts: readonly string[]): number {
  return amounts.reduce((all, amount) => all + Math.round(Number(amount) * 100), 0)
}

/** An amount in minor units as the wire writes it. */
function text(minor: number): string {
  const size = (Math.abs(minor) / 100).toFixed(2)
  return minor < 0 ? `-${size}` : size
}

/** The expressions that developer.datev.de has for the fields that are filled in, by their numbers. */
const DATEV_FIELDS: Readonly<Record<number, RegExp>> = {
  1: /^\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  10: /^\d{4}$/,
  11: /^"[a-zA-Z0-9$&%*+\-/]{0,36}"$/,
  14: /^".{0,62}"$/,
  21: /^".{0,20}"$/,
  22: /^".{0,210}"$/,
  114: /^[01]$/,
}

describe('DATEV', () => {
  it('gets a posting batch whose fields are as it describes them', () => {
    const [head = '', columns = ''] = datev.header(FILE).split('\r\n')
    expect(head.split(';')).toHaveLength(31)
    expect(head).toMatch(
      /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"TG";"";"";29098;55003;20260101;4;20261101;20261130;/,
    )
    expect(columns.split(';')).toHaveLength(125)
    for (const row of written(datev, SALE)) {
      const cells = row.split(';')
      expect(cells).toHaveLength(125)
      for (const [field, expression] of Object.entries(DATEV_FIELDS)) {
        const cell = cells[Number(field) - 1] ?? ''
        expect([field, cell === '' || expression.test(cell)]).toEqual([field, true])
      }
    }
  })

  it('has sales in debit of the account at the acquirer, costs and payouts in credit', () => {
    const payout = line({ booking: 'payout', lineType: 'payout', gross: '-90.50', net: '-90.50' })
    const rows = written(datev, SALE, { ...SALE, booking: 'refund', amount: '-92.00' }, payout)
    expect(rows.map((row) => row.split(';').slice(0, 10).join(';'))).toEqual([
      '92,00;"S";"EUR";;;;1360;10000;;0511',
      '1,50;"H";"EUR";;;;1360;4970;;0711',
      '92,00;"H";"EUR";;;;1360;10000;;0511',
      '1,50;"H";"EUR";;;;1360;4970;;0711',
      '90,50;"H";"EUR";;;;1360;1200;;0711',
    ])
  })

  it('has no day outside of its time: without its year it would be one of the same fiscal year', () => {
    const december = { ...FILE, from: '2026-12-01', to: '2026-12-31' }
    const sale = { ...SALE, bookedAt: '2026-12-30T10:00:00.000Z', settledOn: '2027-01-04' }
    const rows = entriesOf(sale).map((entry) => datev.line(entry, december) ?? '')
    expect(rows.map((row) => row.split(';')[9])).toEqual(['3012', '3112'])
  })

  it('leaves out reserves where the books have no account for them', () => {
    const reserve = line({ lineType: 'reserve', gross: '-50.00', net: '-50.00' })
    expect(written(datev, reserve)).toEqual([])
  })

  it('is refused without accounts, and over the end of a fiscal year', () => {
    const { accounts: _, ...none } = BOOKS
    expect(datev.faults({ ...FILE, bookkeeping: none })).toMatchObject([
      { name: 'format', message: expect.stringContaining('bookkeeping.accounts') },
    ])
    expect(datev.faults({ ...FILE, to: '2027-01-01' })).toMatchObject([{ name: 'date.to' }])
    const fromJuly = { ...BOOKS, datev: { consultant: 1001, client: 1, fiscalYearBegins: 7 } }
    expect(datev.faults({ ...FILE, to: '2027-01-01', bookkeeping: fromJuly })).toEqual([])
    expect(datev.header({ ...FILE, bookkeeping: fromJuly })).toContain(';1001;1;20260701;')
  })
})

describe('QuickBooks', () => {
  it('gets three columns, the month first, and one currency', () => {
    const open = unsettled({ ...SALE, currency: 'USD' })
    const plain = { ...SALE, merchantTransactionId: 'A-7' }
    expect([quickbooks.header(FILE), ...written(quickbooks, plain, open)]).toEqual([
      'Date,Description,Amount',
      '11/05/2026,debit VISA 4242 A-7,92.00',
      '11/07/2026,fee VISA 4242 A-7,-1.50',
    ])
  })
})

/** The elements of camt.054.001.08 that are used, in the order of its schema (iso20022.org). */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  Document: ['BkToCstmrDbtCdtNtfctn'],
  BkToCstmrDbtCdtNtfctn: ['GrpHdr', 'Ntfctn'],
  GrpHdr: ['MsgId', 'CreDtTm'],
  Ntfctn: ['Id', 'CreDtTm', 'FrToDt', 'Acct', 'Ntry'],
  Acct: ['Id', 'Ccy', 'Ownr'],
  Ntry: [
    'NtryRef',
    'Amt',
    'CdtDbtInd',
    'RvslInd',
    'Sts',
    'BookgDt',
    'ValDt',
    'AcctSvcrRef',
    'BkTxCd',
    'NtryDtls',
    'AddtlNtryInf',
  ],
  TxDtls: ['Refs', 'Amt', 'CdtDbtInd'],
  Refs: ['EndToEndId', 'TxId'],
  Domn: ['Cd', 'Fmly'],
  Fmly: ['Cd', 'SubFmlyCd'],
}

interface Element {
  readonly name: string
  readonly children: Element[]
}

/** Reads XML without comments and CDATA, and fails where its elements are not nested. */
function parsed(xml: string): Element {
  const root: Element = { name: '', children: [] }
  const open = [root]
  for (const [, closing, name = ''] of xml.matchAll(/<(\/?)(\w+)(?:\s\w+="[^"<]*")*>/g)) {
    if (closing === '/') expect(open.pop()?.name).toBe(name)
    else {
      const element: Element = { name, children: [] }
      open.at(-1)?.children.push(element)
      open.push(element)
    }
  }
  expect(open).toHaveLength(1)
  return root.children[0] as Element
}

function assertOrder({ name, children }: Element): void {
  const order = SEQUENCES[name]
  if (order !== undefined) {
    const places = children.map((child) => order.indexOf(child.name))
    expect(places).not.toContain(-1)
    expect([name, places]).toEqual([name, places.toSorted((a, b) => a - b)])
  }
  for (const child of children) assertOrder(child)
}

describe('camt.054', () => {
  it('is XML in the order of its schema, with amounts that have no sign', () => {
    const lines = written(camt054, SALE, { ...SALE, booking: 'chargebackReversal' })
    const file = [camt054.header(FILE), ...lines, camt054.footer?.(FILE)].join('\r\n')
    const document = parsed(file)
    assertOrder(document)
    expect(file).toContain('<Nm>Müller &amp; Söhne &lt;Tee&gt;</Nm>')
    const within = document.children[0]?.children[1]?.children ?? []
    expect(within.filter(({ name }) => name === 'Ntry')).toHaveLength(4)
    expect(lines[0]).toContain('<Amt Ccy="EUR">92.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>')
    expect(lines[1]).toContain('<Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>')
    expect(lines[2]).toContain('<RvslInd>true</RvslInd>')
    expect(lines[0]).toContain('<Cd>PMNT</Cd><Fmly><Cd>MCRD</Cd><SubFmlyCd>POSP</SubFmlyCd></Fmly>')
  })

  it('names two lines that are alike apart', () => {
    const fee = line({ booking: 'fee', lineType: 'fee', gross: '0.00', fee: '5.00', net: '-5.00' })
    const [first, second] = written(camt054, { ...fee, lineId: 'b:1' }, { ...fee, lineId: 'b:2' })
    expect(first).not.toBe(second)
  })

  it('names an entry the same in each file', () => {
    const ref = (row: string | undefined) => /<NtryRef>(\w{32})</.exec(row ?? '')?.[1]
    const [sale, cost] = written(camt054, SALE)
    expect(ref(sale)).toBe(ref(written(camt054, SALE)[0]))
    expect(ref(sale)).not.toBe(ref(cost))
  })

  it('has no reference that is longer than 35 characters', () => {
    const long = { ...SALE, merchantTransactionId: 'x'.repeat(36), fee: '0.00' }
    expect(written(camt054, long)[0]).not.toContain('EndToEndId')
    expect(written(camt054, long)[0]).toContain('x'.repeat(36))
  })
})
