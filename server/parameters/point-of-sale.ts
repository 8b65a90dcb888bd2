import { optional, optionalRows, type ParameterTable, required } from './table.ts'
import { choice, digits, pattern, text, timestamp } from './value-types.ts'

const alphanumeric = pattern(/^[A-Za-z0-9]{1,2048}$/)
const number = digits(1, 32, '12345678')
const coordinate = pattern(
  /^[+-]?[0-9]{1,3}\.[0-9]{1,8}$/,
  '52.520008',
  'degrees with 1 to 8 decimals',
)

const encrypted = optional(alphanumeric, { secret: 'code', echoed: false, confidential: true })

/** A terminal, and what it read. */
export const pointOfSale = {
  source: 'interface document, Point of sale: request fields',
  within: 'pos.',
  paysWith: {
    inPlaceOfCard: ['pos.'],
    accounts: ['pos.terminalId'],
    proofs: ['pos.terminalId'],
    isStorable: false,
    isOnlyServers: true,
  },
  rows: {
    'pos.deviceId': optional(number),
    'pos.deviceType': optional(pattern(/^[A-Za-z0-9_]{1,32}$/, 'MODEL_1')),
    'pos.encryptedPin.data': encrypted,
    'pos.encryptedPin.ksn': encrypted,
    'pos.encryptedSred.data': encrypted,
    'pos.encryptedSred.ksn': encrypted,
    'pos.entryMode': required(
      choice(['MANUAL', 'MAGSTRIPE', 'MAGSTRIPE_AS_FALLBACK', 'ICC', 'NFC_ICC', 'NFC_MAGSTRIPE']),
    ),
    // Card data with its cryptogram.
    'pos.iccDataRequest': encrypted,
    'pos.location.accuracy': optional(number),
    ...optionalRows(coordinate, ['pos.location.latitude', 'pos.location.longitude']),
    'pos.panSequenceNumber': optional(number),
    'pos.pinEntryCapability': optional(choice(['PIN_ENTRY_AVAILABLE', 'PIN_ENTRY_UNAVAILABLE'])),
    'pos.terminalId': required(number),
    'pos.transactionSequenceNumber': optional(number),
    'pos.transactionSource': optional(choice(['POS'])),
  },
  passedOn: {
    allExcept: ['pos.entryMode', 'pos.terminalId', 'pos.encryptedSred.data', 'pos.iccDataRequest'],
  },
  rules: [],
} as const satisfies ParameterTable

/** What the terminal prints and gives back to the card. In answers only. */
export const pointOfSaleAnswer = {
  source: 'interface document, Point of sale: response fields',
  rows: {
    ...optionalRows(text(1, 2048), [
      'pos.clearing.authorizationAcquirerCode',
      'pos.clearing.authorizationIssuerCode',
      'pos.clearing.identifier',
      'pos.merchantId',
      'pos.iccDataResponse',
      'pos.statusText',
    ]),
    'pos.timestamp': optional(timestamp),
  },
  rules: [],
} as const satisfies ParameterTable
