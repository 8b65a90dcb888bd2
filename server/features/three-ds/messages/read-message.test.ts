import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Field, type FieldTable, MESSAGE_VERSIONS, type MessageVersion } from './field.ts'
import { MESSAGES, type MessageOf, type MessageType } from './messages.ts'
import { isMessageFault, type MessageFault, readMessage, readMethodData } from './read-message.ts'
import {
  sampleAreq,
  sampleExtension,
  samples,
  sampleValue,
  wrongValues,
} from './samples.fixture.ts'

const types = Object.keys(MESSAGES) as MessageType[]

/** Fields whose presence makes others required, or which the reader checks before all others. */
const HEAD = [
  'messageType',
  'messageVersion',
  'messageExtension',
  'deviceChannel',
  'messageCategory',
]

const rows = types.flatMap((type) =>
  Object.entries<Field>(MESSAGES[type] as FieldTable)
    .filter(([name]) => !HEAD.includes(name))
    .map(([name, field]) => ({ type, name, field })),
)

/** A message of a version and channel with the field, this value, and all fields that it requires. */
function messageWith(type: MessageType, name: string, field: Field, value: unknown) {
  const version: MessageVersion = field.since ?? field.until ?? '2.2.0'
  const deviceChannel = type === 'AReq' ? { deviceChannel: field.channels?.[0] ?? '02' } : {}
  let message: Record<string, unknown> = {
    ...samples[type],
    messageVersion: version,
    ...deviceChannel,
    [name]: value,
  }
  for (let round = 0; round < 4; round++) {
    const fault = readMessage(type, message)
    if (!isMessageFault(fault) || fault.erro.errorCode !== '201') break
    const lacking = fault.erro.errorDetail.split(',').map((path) => path.split('.')[0] ?? path)
    for (const each of lacking) message = { ...message, [each]: sampleOf(type, each, version) }
  }
  return message
}

function sampleOf(type: MessageType, name: string, version: MessageVersion): unknown {
  const field = (MESSAGES[type] as FieldTable)[name]
  return field === undefined ? undefined : sampleValue(field.format, version)
}

function faultOf(answer: unknown): MessageFault['erro'] | string {
  return isMessageFault(answer) ? answer.erro : 'no fault'
}

describe('a message with all required fields', () => {
  test.each(types)('%s is read as it was sent', (type) => {
    expect(readMessage(type, samples[type])).toEqual(samples[type])
  })

  test.each(rows)('$type takes $name with a value of its format', ({ type, name, field }) => {
    const value = sampleValue(field.format, field.since ?? '2.2.0')
    expect(value).toBeDefined()
    expect(readMessage(type, messageWith(type, name, field, value))).toMatchObject({
      [name]: value,
    })
  })

  test('loses the members that its table does not have', () => {
    const sent = JSON.parse(
      `{"extra":1,"__proto__":{"a":1},"toString":"x",${JSON.stringify(samples.RRes).slice(1)}`,
    )
    const read = readMessage('RRes', sent)
    expect(read).toEqual(samples.RRes)
    expect(Object.keys(read)).toEqual(Object.keys(samples.RRes))
  })

  test('loses the fields of other versions and device channels', () => {
    const of220 = { ...sampleAreq, acceptLanguage: ['de'], sdkMaxTimeout: '05', threeRIInd: '01' }
    expect(readMessage('AReq', of220)).toEqual(sampleAreq)
    const of210 = { ...sampleAreq, messageVersion: '2.1.0', threeDSRequestorDecReqInd: 'wrong' }
    expect(readMessage('AReq', of210)).not.toHaveProperty('threeDSRequestorDecReqInd')
  })

  test('has a TypeScript type with its field names', () => {
    expectTypeOf<MessageOf<'CReq'>['challengeWindowSize']>().toEqualTypeOf<
      '01' | '02' | '03' | '04' | '05'
    >()
    expectTypeOf<MessageOf<'AReq'>['acctNumber']>().toEqualTypeOf<string>()
    expectTypeOf<MessageOf<'AReq'>['browserJavaEnabled']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<MessageOf<'ARes'>['transStatus']>().toEqualTypeOf<
      'Y' | 'N' | 'U' | 'A' | 'C' | 'R' | 'D' | 'I' | 'S'
    >()
  })
})

describe('a field that its table refuses', () => {
  test.each(rows)('is named in the answer to $type: $name', ({ type, name, field }) => {
    for (const value of wrongValues(field.format)) {
      const answer = readMessage(type, messageWith(type, name, field, value))
      expect([value, faultOf(answer)]).toEqual([
        value,
        expect.objectContaining({ errorCode: '203', errorComponent: 'S', errorMessageType: type }),
      ])
      expect(isMessageFault(answer) && answer.erro.errorDetail.split(',')).toContain(name)
    }
  })

  test.each(rows.filter(({ field }) => field.required === true))(
    'is named when $type lacks $name',
    ({ type, name, field }) => {
      const { [name]: _, ...rest } = messageWith(type, name, field, 'x')
      expect(faultOf(readMessage(type, rest))).toMatchObject({
        errorCode: '201',
        errorDetail: name,
      })
    },
  )

  test.each([
    ['purchaseAmount', { purchaseAmount: undefined }],
    ['acquirerBIN', { acquirerBIN: undefined }],
    ['billAddrCountry', { billAddrState: 'BY' }],
    ['threeDSRequestorDecMaxTime', { threeDSRequestorDecReqInd: 'Y' }],
    ['recurringExpiry,recurringFrequency', { threeDSRequestorAuthenticationInd: '02' }],
    [
      'purchaseInstalData,recurringExpiry,recurringFrequency',
      { threeDSRequestorAuthenticationInd: '03' },
    ],
    ['browserColorDepth', { browserColorDepth: undefined }],
    ['payTokenSource', { payTokenInd: true }],
  ])('is named when a condition requires it: %s', (names, change) => {
    const sent = JSON.parse(JSON.stringify({ ...sampleAreq, ...change }))
    expect(faultOf(readMessage('AReq', sent))).toMatchObject({
      errorCode: '201',
      errorDetail: names,
    })
  })

  test('is not required of a browser without JavaScript, except in version 2.1.0', () => {
    const { browserColorDepth: _, ...rest } = { ...sampleAreq, browserJavascriptEnabled: false }
    expect(isMessageFault(readMessage('AReq', rest))).toBe(false)
    expect(faultOf(readMessage('AReq', { ...rest, messageVersion: '2.1.0' }))).toMatchObject({
      errorDetail: 'browserColorDepth',
    })
  })

  test('is required of an ARes when the exchange says that it is a payment', () => {
    const { authenticationValue: _, ...ares } = samples.ARes
    expect(isMessageFault(readMessage('ARes', ares))).toBe(false)
    expect(isMessageFault(readMessage('ARes', ares, { messageCategory: '02' }))).toBe(false)
    expect(faultOf(readMessage('ARes', ares, { messageCategory: '01' }))).toMatchObject({
      errorCode: '201',
      errorDetail: 'authenticationValue',
    })
  })

  test('is named with its path within a group and within a list', () => {
    const phone = { cc: '4x9', subscriber: '1'.repeat(16) }
    expect(faultOf(readMessage('AReq', { ...sampleAreq, mobilePhone: phone }))).toMatchObject({
      errorDetail: 'mobilePhone.cc,mobilePhone.subscriber',
    })
    const cardRangeData = [{ ...samples.PRes.cardRangeData?.[0], startRange: '42', actionInd: 'Q' }]
    expect(faultOf(readMessage('PRes', { ...samples.PRes, cardRangeData }))).toMatchObject({
      errorDetail: 'cardRangeData.startRange,cardRangeData.actionInd',
    })
  })

  test('has error code 304 when it is a code that ISO assigns to nothing', () => {
    for (const change of [
      { purchaseCurrency: '000' },
      { purchaseCurrency: '999' },
      { merchantCountryCode: '999' },
      { billAddrCountry: '280' },
    ]) {
      expect(faultOf(readMessage('AReq', { ...sampleAreq, ...change }))).toMatchObject({
        errorCode: '304',
        errorDetail: Object.keys(change)[0],
      })
    }
  })

  test('may be a date that does not exist, or a month', () => {
    for (const [name, value] of [
      ['purchaseDate', '20260230000000'],
      ['purchaseDate', '20260228240000'],
      ['recurringExpiry', '20261301'],
      ['cardExpiryDate', '2613'],
      ['purchaseInstalData', '001'],
      ['threeDSRequestorDecMaxTime', '10081'],
      ['notificationURL', 'javascript:alert(1)'],
      ['browserIP', '300.1.1.1'],
    ] as const) {
      const answer = readMessage('AReq', { ...sampleAreq, [name]: value })
      expect([name, faultOf(answer)]).toEqual([
        name,
        expect.objectContaining({ errorDetail: name }),
      ])
    }
  })
})

describe('a value that a version does not have yet', () => {
  test.each([
    ['threeDSRequestorChallengeInd', '05', '2.1.0', '2.2.0'],
    ['threeDSRequestorAuthenticationInd', '07', '2.1.0', '2.2.0'],
    ['threeDSRequestorAuthenticationInd', '08', '2.2.0', '2.3.1'],
  ] as const)('%s %s is refused in %s and taken in %s', (name, value, before, from) => {
    const sent = { ...sampleAreq, [name]: value }
    expect(isMessageFault(readMessage('AReq', { ...sent, messageVersion: before }))).toBe(true)
    expect(isMessageFault(readMessage('AReq', { ...sent, messageVersion: from }))).toBe(false)
  })

  test('is decoupled authentication in 2.1.0', () => {
    const sent = { ...samples.ARes, transStatus: 'D', acsDecConInd: 'Y', authenticationType: '04' }
    expect(isMessageFault(readMessage('ARes', sent))).toBe(false)
    expect(isMessageFault(readMessage('ARes', { ...sent, messageVersion: '2.1.0' }))).toBe(true)
  })

  test('is taken when a directory server defines it: 80 to 99', () => {
    const sent = (value: string) => ({ ...sampleAreq, threeDSRequestorChallengeInd: value })
    expect(['80', '99'].map((value) => isMessageFault(readMessage('AReq', sent(value))))).toEqual([
      false,
      false,
    ])
    expect(isMessageFault(readMessage('AReq', sent('79')))).toBe(true)
  })

  test('is a list of challenge indicators, as which 2.3.1 writes them', () => {
    const sent = { ...sampleAreq, threeDSRequestorChallengeInd: ['02', '08'] }
    expect(isMessageFault(readMessage('AReq', sent))).toBe(true)
    expect(readMessage('AReq', { ...sent, messageVersion: '2.3.1' })).toMatchObject({
      threeDSRequestorChallengeInd: ['02', '08'],
    })
  })
})

describe('a value that is not a message', () => {
  test.each([
    undefined,
    null,
    1,
    'text',
    [],
    [samples.ARes],
    {},
    { messageType: 'XRes' },
    samples.RReq,
  ])('is answered with error 101: %j', (sent) => {
    expect(faultOf(readMessage('ARes', sent))).toMatchObject({
      messageType: 'Erro',
      errorCode: '101',
    })
  })

  test('is answered with error 102 in a version that is not supported', () => {
    for (const messageVersion of ['2.0.0', '1.0.2', '2.4.0', '', 220, null]) {
      expect(faultOf(readMessage('ARes', { ...samples.ARes, messageVersion }))).toMatchObject({
        errorCode: '102',
        messageVersion: '2.2.0',
      })
    }
  })

  test('is answered with its own ids, its version and its type', () => {
    const { transStatus: _, ...sent } = { ...samples.ARes, messageVersion: '2.1.0' }
    expect(faultOf(readMessage('ARes', sent, { component: 'D' }))).toEqual({
      messageType: 'Erro',
      messageVersion: '2.1.0',
      threeDSServerTransID: samples.ARes.threeDSServerTransID,
      acsTransID: samples.ARes.acsTransID,
      dsTransID: samples.ARes.dsTransID,
      errorCode: '201',
      errorComponent: 'D',
      errorDescription: 'Required data element is missing',
      errorDetail: 'transStatus',
      errorMessageType: 'ARes',
    })
  })
})

describe('a message extension', () => {
  const read = (extension: object, extensions: readonly string[] = []) =>
    readMessage('RRes', { ...samples.RRes, messageExtension: [extension] }, { extensions })

  test('that is not critical is read, whether known or not', () => {
    expect(read(sampleExtension)).toMatchObject({ messageExtension: [sampleExtension] })
  })

  test('that is critical is refused with error 202 unless the reader knows it', () => {
    const critical = { ...sampleExtension, criticalityIndicator: true }
    expect(faultOf(read(critical))).toMatchObject({
      errorCode: '202',
      errorDetail: sampleExtension.id,
    })
    expect(isMessageFault(read(critical, [sampleExtension.id]))).toBe(false)
  })

  test('is refused above 8,059 characters of data, 10 extensions and 81,920 characters', () => {
    const long = (size: number) => ({ ...sampleExtension, data: { text: 'x'.repeat(size - 11) } })
    expect(isMessageFault(read(long(8_059)))).toBe(false)
    expect(isMessageFault(read(long(8_060)))).toBe(true)
    const many = (count: number, size: number) =>
      readMessage('RRes', {
        ...samples.RRes,
        messageExtension: Array.from({ length: count }, () => long(size)),
      })
    expect(isMessageFault(many(10, 100))).toBe(false)
    expect(isMessageFault(many(11, 100))).toBe(true)
    expect(isMessageFault(many(10, 8_059))).toBe(false)
    expect(faultOf(many(10, 8_059 + 100))).toMatchObject({ errorCode: '203' })
  })
})

describe('any JSON', () => {
  const type = fc.constantFrom(...types)

  test('is a message or a fault whose answer is a valid message itself', () => {
    const changed = type.chain((each) =>
      fc.tuple(
        fc.constant(each),
        fc.dictionary(fc.constantFrom(...Object.keys(MESSAGES[each])), fc.jsonValue()),
        fc.constantFrom(...MESSAGE_VERSIONS),
      ),
    )
    fc.assert(
      fc.property(changed, ([each, change, messageVersion]) => {
        const answer = readMessage(each, { ...samples[each], messageVersion, ...change })
        if (isMessageFault(answer)) expect(readMessage('Erro', answer.erro)).toEqual(answer.erro)
        else expect(readMessage(each, answer)).toEqual(answer)
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(type, fc.jsonValue(), (each, json) => {
        const answer = readMessage(each, json)
        expect(isMessageFault(answer) && isMessageFault(readMessage('Erro', answer.erro))).toBe(
          false,
        )
      }),
    )
  })

  test('of any nesting throws nothing', () => {
    const deep = JSON.parse(`${'[['.repeat(20_000)}${']]'.repeat(20_000)}`)
    const sent = { ...samples.RRes, messageExtension: [{ ...sampleExtension, data: { deep } }] }
    expect(isMessageFault(readMessage('RRes', sent))).toBe(true)
    expect(isMessageFault(readMethodData({ threeDSServerTransID: deep }))).toBe(true)
  })
})

describe('the data of the hidden frame', () => {
  const { threeDSServerTransID } = samples.AReq

  test('has a transaction id, and in the request also a notification URL', () => {
    expect(readMethodData({ threeDSServerTransID, more: 1 })).toEqual({ threeDSServerTransID })
    const out = { threeDSServerTransID, threeDSMethodNotificationURL: 'https://pay.example/method' }
    expect(readMethodData(out)).toEqual(out)
  })

  test.each([null, 'text', {}, { threeDSServerTransID: 'x' }, { threeDSServerTransID: 1 }])(
    'is refused: %j',
    (sent) => {
      expect(isMessageFault(readMethodData(sent))).toBe(true)
    },
  )
})
