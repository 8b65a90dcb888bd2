import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { MAX_STOP_MS } from '../../server/app/run.ts'
import type { ConnectorOutcome, LateWord } from '../../server/payments/connectors/connector.ts'
import type { Instrument } from '../../server/payments/instruments/instrument-kinds.ts'
import { asked, card, decided, operation, PAYMENT_ID, parts } from './operation.fixture.ts'
import { MAX_DELAY_MS } from './outcomes.ts'
import { createSimulator } from './simulator.ts'

const brandOnly: Instrument = { kind: 'brand' }
const paypal = { paymentBrand: 'PAYPAL', instrument: brandOnly }

describe('an approval', () => {
  it('carries the references of an acquirer, the same ones for the same payment', () => {
    const outcome = decided()
    expect(outcome).toMatchObject({
      kind: 'approved',
      resultDetails: {
        AcquirerResponse: '00',
        clearingInstituteName: 'Tillgate simulator',
        ConnectorTxID1: expect.stringMatching(/^\d{12}$/),
        ConnectorTxID2: expect.stringMatching(/^\d{6}$/),
        ConnectorTxID3: expect.stringMatching(/^\d{6}$/),
        ExtendedDescription: 'Approved',
      },
      shown: {
        transactionLinkId: expect.stringMatching(/^\d{18}$/),
        lifecycleId: expect.stringMatching(/^\d{15}$/),
      },
    })
    expect(detailsOf(outcome).AuthCode).toBe(detailsOf(outcome).ConnectorTxID2)
    expect(decided()).toEqual(outcome)
    expect(decided({ paymentId: `${PAYMENT_ID.slice(0, -1)}0` })).not.toEqual(outcome)
  })

  it('shows the issuer and its checks of address and code', () => {
    const request = { 'billing.street1': 'Kite Lane 5', 'billing.postcode': '99999' }
    expect(decided({ request, instrument: { ...card, cvv: '901' } })).toMatchObject({
      shown: {
        'result.avsResponse': 'A',
        'result.cvvResponse': 'N',
      },
    })
    expect(decided({ instrument: { ...card, number: '4242424242424242' } })).toMatchObject({
      cardFacts: { issuer: { bank: 'Prairie Test Credit Union' }, type: 'DEBIT' },
    })
  })

  it('checks no code where the holder is paid', () => {
    expect(shownBy(decided({ paymentType: 'CD' }))).not.toHaveProperty(['result.cvvResponse'])
  })

  it('gives a payment that the cardholder starts an id for those that follow', () => {
    const request = { 'standingInstruction.source': 'CIT', 'standingInstruction.mode': 'INITIAL' }
    const outcome = decided({ request, paymentBrand: 'MASTER' })
    const id = detailsOf(outcome).CardholderInitiatedTransactionID
    expect(id).toMatch(/^\d{15}$/)
    expect(shownBy(outcome)).toMatchObject({
      'standingInstruction.initialTransactionId': id,
      'standingInstruction.agreementId': expect.stringMatching(/^\d{18}$/),
    })
    expect(shownBy(decided({ request }))).not.toHaveProperty(['standingInstruction.agreementId'])
  })

  it('leaves the references that the merchant sent as they are', () => {
    const request = {
      transactionLinkId: 'theirs',
      lifecycleId: 'theirs',
      'standingInstruction.source': 'CIT',
      'standingInstruction.initialTransactionId': 'theirs',
    }
    const shown = shownBy(decided({ request }))
    for (const name of Object.keys(request)) expect(shown).not.toHaveProperty([name])
  })

  it('gives no network references to what happens to a charge afterwards', () => {
    const { instrument, ...rest } = operation({ paymentType: 'RF', referencedId: PAYMENT_ID })
    expect(instrument).toBeDefined()
    expect(shownBy(createSimulator(parts).decide(rest))).toEqual({})
  })

  it('names result details as the interface allows', () => {
    const request = { 'standingInstruction.source': 'CIT' }
    const outcomes = [
      decided({ request }),
      decided({ paymentBrand: 'OXXO', instrument: brandOnly }),
    ]
    for (const name of outcomes.flatMap((outcome) => Object.keys(detailsOf(outcome)))) {
      expect(name).toMatch(/^[A-Za-z0-9._]{3,64}$/)
    }
  })
})

describe('a decline', () => {
  it('says it as an acquirer would', () => {
    expect(decided(asked('decline:800.100.155'))).toMatchObject({
      kind: 'declined',
      code: '800.100.155',
      resultDetails: { AcquirerResponse: '51', ExtendedDescription: expect.any(String) },
      shown: { 'result.cvvResponse': 'M' },
      cardFacts: { issuer: { bank: 'Harbour Test Bank' } },
    })
    expect(detailsOf(decided(asked('decline:800.100.152'))).AcquirerResponse).toBe('05')
    expect(detailsOf(decided(asked('decline:900.100.300'))).AcquirerResponse).toBe('96')
  })

  it('advises the merchant who charged without the shopper', () => {
    const request = { 'standingInstruction.source': 'MIT' }
    const advised = (code: string) =>
      detailsOf(decided({ request, ...asked(`decline:${code}`) })).MerchantAdviceCode
    expect(advised('800.100.159')).toBe('03')
    expect(advised('800.100.157')).toBe('01')
    expect(advised('800.100.152')).toBe('02')
    expect(detailsOf(decided(asked('decline:800.100.159')))).not.toHaveProperty(
      'MerchantAdviceCode',
    )
  })

  it('is the outcome of an operation that the simulator is asked not to know', () => {
    const code = (more: Parameters<typeof decided>[0]) => {
      const outcome = decided({ ...more, ...asked('unsupported') })
      return outcome.kind === 'declined' ? outcome.code : outcome.kind
    }
    expect(code({})).toBe('600.200.310')
    expect(code({ paymentType: 'RV', referencedId: PAYMENT_ID })).toBe('700.300.800')
    expect(code({ paymentType: 'CP', referencedId: PAYMENT_ID })).toBe('700.400.101')
    expect(code({ paymentType: 'RF', referencedId: PAYMENT_ID })).toBe('900.100.202')
  })

  it('may be asked for by the holder of a bank account', () => {
    const request = { 'bankAccount.holder': '800.100.208' }
    const instrument: Instrument = { kind: 'bankAccount', holder: '800.100.208' }
    expect(decided({ paymentBrand: 'DIRECTDEBIT_SEPA', instrument, request })).toMatchObject({
      kind: 'declined',
      code: '800.100.208',
    })
  })
})

describe('a payment that the shopper decides', () => {
  it('leads to a page of the gateway, with a token', () => {
    expect(decided(paypal)).toMatchObject({
      kind: 'pending',
      code: '000.200.000',
      redirect: {
        url: 'https://pay.example.com/simulator/redirect',
        parameters: [
          { name: 'paymentId', value: PAYMENT_ID },
          { name: 'token', value: `signed-${PAYMENT_ID}` },
        ],
      },
      expiresAfterMs: DAY_MS,
    })
    expect(decided({ ...paypal, paymentBrand: 'SOFORTUEBERWEISUNG' }).kind).toBe('pending')
    expect(decided({ ...paypal, paymentBrand: 'BCMC' }).kind).toBe('pending')
    expect(decided({ paymentBrand: 'BCMC' }).kind).toBe('approved')
  })

  it('needs no shopper when it refers to one, when the merchant starts it, or when told so', () => {
    expect(decided({ ...paypal, paymentType: 'RF', referencedId: PAYMENT_ID }).kind).toBe(
      'approved',
    )
    const request = { 'standingInstruction.source': 'MIT' }
    expect(decided({ ...paypal, request }).kind).toBe('approved')
    expect(decided({ ...paypal, ...asked('approve') }).kind).toBe('approved')
  })

  it('waits for the acquirer where the method needs no shopper', () => {
    const address = `https://pay.example.com/simulator/redirect?paymentId=${PAYMENT_ID}&token=signed-${PAYMENT_ID}`
    expect(decided(asked('pending'))).toMatchObject({
      kind: 'pending',
      code: '000.200.001',
      resultDetails: { SimulatorUrl: address },
    })
  })

  it('shows with a slip where to pay to, and waits for two weeks', () => {
    const outcome = decided({ paymentBrand: 'PREPAYMENT', instrument: brandOnly })
    expect(outcome).toMatchObject({
      kind: 'pending',
      code: '000.200.001',
      expiresAfterMs: 14 * DAY_MS,
      resultDetails: {
        PaymentReference: expect.stringMatching(/^\d{12}$/),
        SimulatorUrl: `https://pay.example.com/simulator/slips/${PAYMENT_ID}?token=signed-${PAYMENT_ID}`,
      },
      shown: {
        'merchant.bankAccount.holder': 'Tillgate Test Merchant',
        'merchant.bankAccount.number': 'DE14940593100000012346',
        'merchant.bankAccount.bic': 'TESTDETT421',
        'merchant.bankAccount.country': 'DE',
      },
    })
    expect(outcome).not.toHaveProperty('redirect')
  })

  it('stays pending however often it is asked about', async () => {
    const simulator = createSimulator(parts)
    const { instrument, ...sent } = operation(paypal)
    expect(instrument).toEqual(brandOnly)
    const first = await simulator.inquire({ operation: sent, isPending: true, sentAtMs: 0 })
    expect(first).toEqual(simulator.decide(operation(paypal)))
    expect(await simulator.inquire({ operation: sent, isPending: false, sentAtMs: 0 })).toEqual(
      first,
    )
  })

  it('may be decided by who has the token only', () => {
    const { mayDecide } = createSimulator(parts)
    expect(mayDecide(PAYMENT_ID, `signed-${PAYMENT_ID}`)).toBe(true)
    expect(mayDecide(PAYMENT_ID, 'signed-another')).toBe(false)
    expect(mayDecide(PAYMENT_ID, '')).toBe(false)
  })

  it('is sent with the account that paid, before the page redirects', async () => {
    const simulator = createSimulator(parts)
    const told: (ConnectorOutcome | LateWord)[] = []
    simulator.onUnsolicitedAnswer(async (_paymentId, outcome) => void told.push(outcome))
    const { instrument, ...sent } = operation({ ...paypal, paymentBrand: 'SOFORTUEBERWEISUNG' })
    expect(instrument).toEqual(brandOnly)
    await simulator.conclude(sent, { kind: 'approved' })
    await simulator.conclude(sent, { kind: 'declined', code: '100.396.101' })
    expect(told).toMatchObject([
      { kind: 'approved', shown: { 'bankAccount.iban': 'DE23100000001234567890' } },
      { kind: 'declined', code: '100.396.101' },
    ])
  })
})

describe('lost and late answers', () => {
  it('are found by asking', async () => {
    const simulator = createSimulator(parts)
    const ask = (outcome: string, cardHolder?: string) =>
      simulator.inquire({
        operation: operation(asked(outcome)),
        isPending: false,
        sentAtMs: 0,
        ...(cardHolder === undefined ? {} : { cardHolder }),
      })
    expect((await ask('timeout')).kind).toBe('unknown')
    expect((await ask('timeout-then-approved')).kind).toBe('approved')
    expect(await ask('delay:5', '800.100.152')).toMatchObject({ code: '800.100.152' })
    expect((await ask('delay:5,pending')).kind).toBe('pending')
  })

  it('come after the time that was asked for', async () => {
    const simulator = createSimulator(parts)
    expect(simulator.decide(operation(asked('delay:1,pending')))).toBeUndefined()
    expect((await simulator.send(operation(asked('delay:1,pending')))).kind).toBe('pending')
    expect(await simulator.send(operation(asked('timeout')))).toEqual({ kind: 'unknown' })
  })

  it('come before a process that stops gives up its requests', () => {
    expect(MAX_DELAY_MS).toBeLessThan(MAX_STOP_MS)
  })
})

describe('a terminal', () => {
  const terminal: Instrument = {
    kind: 'terminal',
    terminalId: '4711',
    entryMode: 'ICC',
    cardData: '5F2A',
  }

  it('gets its receipt and the answer for the chip', () => {
    expect(shownBy(decided({ instrument: terminal }))).toMatchObject({
      'pos.clearing.authorizationAcquirerCode': '00',
      'pos.clearing.authorizationIssuerCode': expect.stringMatching(/^\d{6}$/),
      'pos.clearing.identifier': expect.stringMatching(/^\d{10}$/),
      'pos.merchantId': 'TG00004711',
      'pos.iccDataResponse': expect.stringMatching(/^910A[0-9A-F]{16}3030$/),
      'pos.statusText': expect.stringMatching(/^APPROVED \d{6}$/),
    })
  })

  it('gets a decline as well', () => {
    const shown = shownBy(decided({ instrument: terminal, ...asked('decline:800.100.155') }))
    expect(shown).toMatchObject({
      'pos.clearing.authorizationAcquirerCode': '51',
      'pos.iccDataResponse': expect.stringMatching(/3035$/),
      'pos.statusText': 'DECLINED',
    })
    expect(shown).not.toHaveProperty(['pos.clearing.authorizationIssuerCode'])
  })

  it('at which a card is typed in gets its receipt as well', () => {
    const request = { 'pos.terminalId': '4711', 'pos.entryMode': 'MANUAL' }
    const shown = shownBy(decided({ request }))
    expect(shown).toMatchObject({
      'pos.clearing.authorizationAcquirerCode': '00',
      'pos.clearing.authorizationIssuerCode': expect.stringMatching(/^\d{6}$/),
      'pos.clearing.identifier': expect.stringMatching(/^\d{10}$/),
      'pos.merchantId': 'TG00004711',
      'pos.statusText': expect.stringMatching(/^APPROVED \d{6}$/),
    })
    expect(shown).not.toHaveProperty(['pos.iccDataResponse'])
  })

  it('has nothing to give back to a magnetic stripe', () => {
    const instrument: Instrument = { ...terminal, entryMode: 'MAGSTRIPE' }
    expect(shownBy(decided({ instrument }))).not.toHaveProperty(['pos.iccDataResponse'])
  })
})

function shownBy(outcome: ConnectorOutcome | undefined): Readonly<Record<string, string>> {
  return outcome !== undefined && 'shown' in outcome ? (outcome.shown ?? {}) : {}
}

function detailsOf(outcome: ConnectorOutcome): Readonly<Record<string, string>> {
  return 'resultDetails' in outcome ? (outcome.resultDetails ?? {}) : {}
}
