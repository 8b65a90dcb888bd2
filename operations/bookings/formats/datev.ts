import type { ParameterError } from '../../../server/results/refusal.ts'
import { type EntryKind, inBooks, signed, textOfEntry } from './entry.ts'
import { type BookingFormat, dayOfEntry, type FileOf } from './format.ts'

/*
 * A posting batch (Buchungsstapel) of DATEV: developer.datev.de, DATEV format, header 700, posting batch 13. Text is in
 * quotes, amounts have a comma and no sign: S (debit) or H (credit) is about the account in field 7.
 */

const COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
] as const

function pairs(kind: string, content: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => [
    `${kind} ${at + 1}`,
    `${content} ${at + 1}`,
  ]).flat()
}

export const datev: BookingFormat = {
  faults: (of) => [...settingFaults(of), ...yearFaults(of)],
  header: (of) => [headerOf(of), COLUMNS.join(';')].join('\r\n'),

  line(entry, of) {
    const { accounts, currency } = of.bookkeeping
    const amount = inBooks(entry, currency)
    const contra = accounts && contraOf(entry.kind, accounts)
    if (accounts === undefined || contra === undefined || amount === undefined) return undefined
    const { size, isTaken } = signed(amount)
    const { merchantTransactionId, paymentId, payout } = entry.booking
    const day = dayWithin(dayOfEntry(entry, of), of)
    const cells: Readonly<Record<string, string | undefined>> = {
      'Umsatz (ohne Soll/Haben-Kz)': size.replace('.', ','),
      'Soll/Haben-Kennzeichen': quoted(isTaken ? 'H' : 'S'),
      'WKZ Umsatz': quoted(currency),
      Konto: accounts.clearing,
      'Gegenkonto (ohne BU-Schlüssel)': contra,
      Belegdatum: `${day.slice(8, 10)}${day.slice(5, 7)}`,
      'Belegfeld 1': quoted(reference(merchantTransactionId ?? paymentId ?? payout ?? '')),
      Buchungstext: quoted(plain(textOfEntry(entry), MAX_TEXT)),
      ...(paymentId === undefined ? {} : info(1, 'Payment', paymentId)),
      ...(payout === undefined ? {} : info(2, 'Payout', payout)),
      Festschreibung: '0',
    }
    return COLUMNS.map((column) => cells[column] ?? '').join(';')
  },
}

/**
 * Days of a batch have no year, and another one is taken for a day of the same fiscal year: what belongs to a booking and
 * comes later, such as its costs, is booked on the last day.
 */
function dayWithin(day: string, { from, to }: Pick<FileOf, 'from' | 'to'>): string {
  if (day > to) return to
  return day < from ? from : day
}

type Accounts = NonNullable<FileOf['bookkeeping']['accounts']>

/** `undefined`: the merchant has named no account for it. */
function contraOf(kind: EntryKind, accounts: Accounts): string | undefined {
  const { sales, chargebacks = sales, fees, bank, other } = accounts
  const contra = {
    sale: sales,
    refund: sales,
    chargeback: chargebacks,
    fee: fees,
    payout: bank,
    other,
  }
  return contra[kind]
}

function settingFaults({
  bookkeeping: { accounts, datev: head },
}: FileOf): readonly ParameterError[] {
  const missing = [
    ...(accounts === undefined ? ['bookkeeping.accounts'] : []),
    ...(head === undefined ? ['bookkeeping.datev'] : []),
  ]
  if (missing.length === 0) return []
  const message = `needs the setting ${missing.join(' and ')} of the merchant, or of an entity above it`
  return [{ name: 'format', value: 'datev', message }]
}

/** Days of a batch have no year: they are those of one fiscal year. */
function yearFaults(of: FileOf): readonly ParameterError[] {
  if (yearBeginOf(of.from, of) === yearBeginOf(of.to, of)) return []
  const message = `is in another fiscal year than date.from: a posting batch of DATEV is of one year. Ask for each year by itself`
  return [{ name: 'date.to', value: of.to, message }]
}

/** The first day of the fiscal year of a day, `yyyyMMdd`. */
function yearBeginOf(day: string, { bookkeeping }: Pick<FileOf, 'bookkeeping'>): string {
  const first = bookkeeping.datev?.fiscalYearBegins ?? 1
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return `${month < first ? year - 1 : year}${String(first).padStart(2, '0')}01`
}

function headerOf(of: FileOf): string {
  const { datev: head, currency } = of.bookkeeping
  return [
    quoted('EXTF'),
    '700',
    '21',
    quoted('Buchungsstapel'),
    '13',
    new Date(of.atMs).toISOString().replaceAll(/\D/g, ''),
    '',
    quoted('TG'),
    quoted(''),
    quoted(''),
    head?.consultant,
    head?.client,
    yearBeginOf(of.from, of),
    head?.accountDigits ?? 4,
    of.from.replaceAll('-', ''),
    of.to.replaceAll('-', ''),
    quoted(plain(`Tillgate ${of.from}`, MAX_NAME)),
    quoted(''),
    // Of the financial accounts, which are not for taxes alone, and may still be changed.
    ...['1', '0', '0'],
    quoted(currency),
    ...['', quoted(''), '', '', quoted(''), '', '', quoted(''), quoted('')],
  ].join(';')
}

const MAX_NAME = 30
const MAX_TEXT = 60
const MAX_REFERENCE = 36

/** Belegfeld 1 takes letters, digits and `$ & % * + - /`. */
function reference(text: string): string {
  return text.replaceAll(/[^\w$&%*+\-/]|_/g, '-').slice(0, MAX_REFERENCE)
}

function plain(text: string, max: number): string {
  return [...text.replaceAll(/\p{Cc}/gu, ' ')].slice(0, max).join('')
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function info(place: 1 | 2, kind: string, content: string) {
  return {
    [`Beleginfo - Art ${place}`]: quoted(kind),
    [`Beleginfo - Inhalt ${place}`]: quoted(plain(content, 210)),
  }
}
