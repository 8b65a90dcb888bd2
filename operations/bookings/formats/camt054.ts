import { createHash } from 'node:crypto'
import { type Entry, type EntryKind, signed, textOfEntry } from './entry.ts'
import { type BookingFormat, dayOfEntry } from './format.ts'

/*
 * A notification of debits and credits on the account at the acquirer: ISO 20022, camt.054.001.08. The order of the
 * elements is that of its schema.
 */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'

/** Domain, family and sub-family of ISO 20022's external codes for bank transactions. */
const CODES: Readonly<Record<EntryKind, readonly [string, string, string]>> = {
  sale: ['PMNT', 'MCRD', 'POSP'],
  refund: ['PMNT', 'MCRD', 'RIMB'],
  chargeback: ['PMNT', 'MCRD', 'UPCT'],
  fee: ['PMNT', 'MCRD', 'FEES'],
  payout: ['PMNT', 'ICDT', 'OTHR'],
  other: ['PMNT', 'MCRD', 'OTHR'],
}

export const camt054: BookingFormat = {
  faults: () => [],

  header(of) {
    const { entity, bookkeeping, from, to, atMs } = of
    const made = new Date(atMs).toISOString()
    const id = `TG-${from}-${to}-${entity.id.slice(0, 8)}`
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<Document xmlns="${NAMESPACE}">`,
      '<BkToCstmrDbtCdtNtfctn>',
      element('GrpHdr', element('MsgId', id), element('CreDtTm', made)),
      '<Ntfctn>',
      element('Id', id),
      element('CreDtTm', made),
      element('FrToDt', element('FrDtTm', `${from}T00:00:00`), element('ToDtTm', `${to}T23:59:59`)),
      element(
        'Acct',
        element('Id', element('Othr', element('Id', entity.id))),
        element('Ccy', bookkeeping.currency),
        element('Ownr', element('Nm', text(entity.name, 140))),
      ),
    ].join('\r\n')
  },

  line(entry, of) {
    const { size, isTaken } = signed(entry.amount)
    const day = dayOfEntry(entry, of)
    const amount = `<Amt Ccy="${entry.currency}">${size}</Amt>`
    const side = element('CdtDbtInd', isTaken ? 'DBIT' : 'CRDT')
    const paidOn = entry.booking.paidOn ?? day
    return element(
      'Ntry',
      element('NtryRef', entryId(entry)),
      amount,
      side,
      ...(entry.isReversal ? [element('RvslInd', 'true')] : []),
      element('Sts', element('Cd', 'BOOK')),
      element('BookgDt', element('Dt', day)),
      element('ValDt', element('Dt', paidOn)),
      ...reference('AcctSvcrRef', entry.booking.payout),
      codeOf(entry.kind),
      element('NtryDtls', element('TxDtls', ...refsOf(entry), amount, side)),
      element('AddtlNtryInf', text(textOfEntry(entry), 500)),
    )
  },

  footer: () => '</Ntfctn>\r\n</BkToCstmrDbtCdtNtfctn>\r\n</Document>',
}

/** The same in each file, so that an entry that comes twice is known: of 32 hex digits. */
function entryId({ kind, booking, amount }: Entry): string {
  const { paymentId, booking: what, lineId, bookedAt } = booking
  const of = [kind, what, paymentId, lineId, bookedAt, amount]
  return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32)
}

function codeOf(kind: EntryKind): string {
  const [domain, family, subFamily] = CODES[kind]
  return element(
    'BkTxCd',
    element(
      'Domn',
      element('Cd', domain),
      element('Fmly', element('Cd', family), element('SubFmlyCd', subFamily)),
    ),
  )
}

function refsOf({ booking: { merchantTransactionId, paymentId } }: Entry): readonly string[] {
  const refs = [...reference('EndToEndId', merchantTransactionId), ...reference('TxId', paymentId)]
  return refs.length === 0 ? [] : [element('Refs', ...refs)]
}

/** What is longer than 35 characters is no reference there: it stands in the text. */
function reference(name: string, value: string | undefined): readonly string[] {
  return value === undefined || value === '' || value.length > 35
    ? []
    : [element(name, text(value, 35))]
}

function element(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML has no control characters. */
function text(value: string, max: number): string {
  const line = value.replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ').trim()
  const cut = [...line].slice(0, max).join('').toWellFormed()
  return cut.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
