import { messageHead } from './common-fields.ts'
import { type FieldTable, optional, required } from './field.ts'
import { choice, text, uuid } from './formats.ts'

/** The `errorDescription` of each error code. */
export const ERROR_DESCRIPTIONS = {
  '101': 'Message is not valid for the receiving component',
  '102': 'Message version number is not supported',
  '103': 'Sent messages limit exceeded',
  '201': 'Required data element is missing',
  '202': 'Critical message extension is not recognised',
  '203': 'Format of one or more data elements is not valid',
  '204': 'Duplicate data element',
  '301': 'Transaction ID is not recognised',
  '302': 'Data decryption failure',
  '303': 'Access denied, invalid endpoint',
  '304': 'ISO code is not valid',
  '305': 'Transaction data is not valid',
  '306': 'Merchant category code is not valid for the payment system',
  '307': 'Serial number is not valid',
  '402': 'Transaction timed out',
  '403': 'Transient system failure',
  '404': 'Permanent system failure',
  '405': 'System connection failure',
} as const

export type ErrorCode = keyof typeof ERROR_DESCRIPTIONS

const errorCodes = Object.keys(ERROR_DESCRIPTIONS) as ErrorCode[]

export const erro = {
  ...messageHead('Erro'),
  threeDSServerTransID: optional(uuid),
  acsTransID: optional(uuid),
  dsTransID: optional(uuid),
  sdkTransID: optional(uuid),
  errorCode: required(choice(errorCodes, { '2.3.1': ['205', '206', '207'] })),
  /** C: SDK, S: 3DS server, D: directory server, A: issuer. */
  errorComponent: required(choice(['C', 'S', 'D', 'A'])),
  errorDescription: required(text(2_048)),
  errorDetail: required(text(2_048)),
  errorMessageType: optional(text(4, 4)),
} as const satisfies FieldTable
