import { optionalRows, type ParameterTable } from './table.ts'
import { choice, digits, pattern, text, timestamp } from './value-types.ts'

const alphanumeric = pattern(/^[A-Za-z0-9]{1,2048}$/)
const number = digits(1, 32, '12345678')
const coordinate = pattern(
  /^[+-]?[0-9]{1,3}\.[0-9]{1,8}$/,
  '52.520008',
  'degrees with 1 to 8 decimals',
)

const encrypted = {
  type: alphanumeric,
  requirement: 'optional',
  secret: 'code',
  echoed: false,
  confidential: true,
} as const

/** A terminal, and what it read. */
export const pointOfSale = {
  source: 'interface document, Point of sale: request fields',
  within: 'pos.',
  rows: {
    'pos.deviceId': { type: number, requirement: 'optional' },
    'pos.deviceType': {
      type: pattern(/^[A-Za-z0-9_]{1,32}$/, 'MODEL_1'),
      requirement: 'optional',
    },
    'pos.encryptedPin.data': encrypted,
    'pos.encryptedPin.ksn': encrypted,
    'pos.encryptedSred.data': encrypted,
    'pos.encryptedSred.ksn': encrypted,
    'pos.entryMode': {
      type: choice([
        'MANUAL',
        'MAGSTRIPE',
        'MAGSTRIPE_AS_FALLBACK',
        'ICC',
        'NFC_ICC',
        'NFC_MAGSTRIPE',
      ]),
      requirement: 'required',
    },
    // Card data with its cryptogram.
    'pos.iccDataRequest': encrypted,
    'pos.location.accuracy': { type: number, requirement: 'optional' },
    ...optionalRows(coordinate, ['pos.location.latitude', 'pos.location.longitude']),
    'pos.panSequenceNumber': { type: number, requirement: 'optional' },
    'pos.pinEntryCapability': {
      type: choice(['PIN_ENTRY_AVAILABLE', 'PIN_ENTRY_UNAVAILABLE']),
      requirement: 'optional',
    },
    'pos.terminalId': { type: number, requirement: 'required' },
    'pos.transactionSequenceNumber': { type: number, requirement: 'optional' },
    'pos.transactionSource': { type: choice(['POS']), requirement: 'optional' },
  },
  carried: {
    allBut: ['pos.entryMode', 'pos.terminalId', 'pos.encryptedSred.data', 'pos.iccDataRequest'],
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
    'pos.timestamp': { type: timestamp, requirement: 'optional' },
  },
  rules: [],
} as const satisfies ParameterTable
