import type { Format, MessageVersion } from './field.ts'
import type { MessageOf, MessageType } from './messages.ts'

const ids = {
  threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  acsTransID: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
  dsTransID: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
}

/** A message extension that a receiver may ignore. */
export const sampleExtension = {
  name: 'Sample',
  id: 'A000000802-001',
  criticalityIndicator: false,
  data: { one: '1' },
}

/** An authentication of a payment in a browser. */
export const sampleAreq: MessageOf<'AReq'> = {
  messageType: 'AReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: ids.threeDSServerTransID,
  threeDSServerRefNumber: '3DS_LOA_SER_TILL_020200_00001',
  threeDSServerURL: 'https://pay.example/v1/threeDSecure/results/token',
  deviceChannel: '02',
  messageCategory: '01',
  threeDSRequestorID: 'requestor-1',
  threeDSRequestorName: 'Shop',
  threeDSRequestorURL: 'https://shop.example',
  threeDSRequestorAuthenticationInd: '01',
  acctNumber: '4200000000000091',
  cardExpiryDate: '3405',
  acquirerBIN: '420000',
  acquirerMerchantID: 'merchant-1',
  mcc: '5399',
  merchantCountryCode: '276',
  merchantName: 'Shop',
  purchaseAmount: '9200',
  purchaseCurrency: '978',
  purchaseExponent: '2',
  purchaseDate: '20261122152000',
  threeDSCompInd: 'U',
  notificationURL: 'https://pay.example/v1/threeDSecure/challenge-notification',
  browserAcceptHeader: 'text/html',
  browserJavascriptEnabled: true,
  browserJavaEnabled: false,
  browserLanguage: 'de-DE',
  browserColorDepth: '24',
  browserScreenHeight: '1080',
  browserScreenWidth: '1920',
  browserTZ: '-60',
  browserUserAgent: 'Mozilla/5.0',
}

/** A message of each type with all its required fields. */
export const samples: { readonly [Type in MessageType]: MessageOf<Type> } = {
  AReq: sampleAreq,
  ARes: {
    messageType: 'ARes',
    messageVersion: '2.2.0',
    ...ids,
    acsReferenceNumber: 'ACS-1',
    dsReferenceNumber: 'DS-1',
    transStatus: 'Y',
    authenticationValue: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=',
    eci: '05',
  },
  CReq: {
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: ids.threeDSServerTransID,
    acsTransID: ids.acsTransID,
    challengeWindowSize: '05',
  },
  CRes: {
    messageType: 'CRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ids.threeDSServerTransID,
    acsTransID: ids.acsTransID,
    challengeCompletionInd: 'Y',
    transStatus: 'Y',
  },
  RReq: {
    messageType: 'RReq',
    messageVersion: '2.2.0',
    ...ids,
    messageCategory: '01',
    transStatus: 'Y',
    authenticationType: '02',
    authenticationValue: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=',
    eci: '05',
    interactionCounter: '01',
  },
  RRes: { messageType: 'RRes', messageVersion: '2.2.0', ...ids, resultsStatus: '01' },
  PReq: {
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: ids.threeDSServerTransID,
    threeDSServerRefNumber: '3DS_LOA_SER_TILL_020200_00001',
    serialNum: '7',
  },
  PRes: {
    messageType: 'PRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ids.threeDSServerTransID,
    dsTransID: ids.dsTransID,
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.2.0',
    serialNum: '8',
    cardRangeData: [
      {
        startRange: '4200000000000000',
        endRange: '4200000000000099',
        actionInd: 'A',
        acsStartProtocolVersion: '2.1.0',
        acsEndProtocolVersion: '2.2.0',
        acsInfoInd: ['01', '02'],
        threeDSMethodURL: 'https://acs.example/method',
      },
    ],
  },
  Erro: {
    messageType: 'Erro',
    messageVersion: '2.2.0',
    threeDSServerTransID: ids.threeDSServerTransID,
    errorCode: '203',
    errorComponent: 'D',
    errorDescription: 'Format of one or more data elements is not valid',
    errorDetail: 'acctNumber',
    errorMessageType: 'AReq',
  },
}

const TEXTS = [
  'Sample',
  '5',
  '12',
  '276',
  '978',
  '5399',
  '20261122',
  '202611221520',
  '20261122152000',
  '3405',
  '05000',
  '4200000000000091',
  '2.2.0',
  'https://pay.example/some',
  'one@shop.example',
  '192.0.2.7',
  ids.acsTransID,
  'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=',
]

/** A value that a format accepts. */
export function sampleValue(format: Format, version: MessageVersion): unknown {
  switch (format.kind) {
    case 'text':
      return TEXTS.find(
        (text) =>
          text.length >= format.min &&
          text.length <= format.max &&
          format.matches?.(text) !== false &&
          format.isAssigned?.(text) !== false,
      )
    case 'choice':
      return format.values[0]
    case 'flag':
      return true
    case 'object':
      return { member: 'value' }
    case 'list':
      return [sampleValue(format.of, version)]
    case 'group':
      return Object.fromEntries(
        Object.entries(format.fields)
          .filter(([, { since, until }]) => (since ?? '2') <= version && version <= (until ?? '3'))
          .map(([name, field]) => [name, sampleValue(field.format, version)]),
      )
  }
}

/** Values that a format refuses. */
export function wrongValues(format: Format): readonly unknown[] {
  switch (format.kind) {
    case 'text':
      return [
        '',
        'x'.repeat(format.max + 1),
        '1'.repeat(format.max + 1),
        'a\nb',
        7,
        null,
        ['1'],
        {},
      ]
    case 'choice':
      return ['', 'ZZ', '79', 1, null, true]
    case 'flag':
      return ['true', 'false', 0, 1, null, 'Y']
    case 'object':
      return ['', 'text', [], null, { long: 'x'.repeat(format.max) }]
    case 'list':
      return [[], {}, 'text', null]
    case 'group':
      return ['', 'text', [], null]
  }
}
