import { describe, expect, test } from 'vitest'
import { type NamedOperation, operations } from './operations.ts'
import { planOf } from './plan.ts'
import {
  accept,
  bodyOf,
  checkout,
  debit,
  entityId,
  errorsOf,
  messagesOf,
  strict,
  submit,
} from './requests.fixture.ts'
import type { FlatBody, ParameterTable } from './table.ts'
import { tables } from './tables.ts'
import { ParameterValues } from './values.ts'

function takers(name: string): readonly NamedOperation[] {
  const all = Object.keys(operations) as NamedOperation[]
  return all.filter((operation) => planOf(operation, 'legacy').names.includes(name))
}

describe('a request that refers to a payment', () => {
  test('needs no amount, and no other number', () => {
    expect(
      accept('payments.reference', bodyOf({ paymentType: 'CP' })).get('amount'),
    ).toBeUndefined()
    accept('payments.reference', bodyOf({ paymentType: 'RV' }))
  })

  test('needs an amount when it refunds or charges again', () => {
    for (const paymentType of ['RF', 'RB']) {
      for (const profile of ['strict', 'legacy'] as const) {
        const context = { ...strict, profile }
        const missing = messagesOf('payments.reference', bodyOf({ paymentType }), context)
        expect(missing).toEqual([
          `amount is required together with paymentType=${paymentType}`,
          `currency is required together with paymentType=${paymentType}`,
        ])
      }
    }
  })

  test.each([
    ['Amount', 'amount'],
    ['ammount', 'amount'],
    ['amuont', 'amount'],
    ['amount[0]', 'amount'],
    ['amount.value', 'amount'],
    ['curency', 'currency'],
    ['Sequence', 'sequence'],
    ['amp;amount', 'amount'],
    ['amp;amp;currency', 'currency'],
  ])('is refused with %s in every profile, because it would change the amount', (name, meant) => {
    for (const profile of ['strict', 'legacy'] as const) {
      const body: FlatBody = [...bodyOf({ paymentType: 'CP' }), [name, '1.00']]
      const [fault, ...more] = errorsOf('payments.reference', body, { ...strict, profile })
      expect(fault).toMatchObject({ name, value: '***' })
      expect(fault?.message).toContain('is not an allowed parameter')
      expect(fault?.message).not.toContain('legacy')
      if (profile === 'legacy') expect(fault?.message).toContain(`did you mean ${meant}?`)
      expect(more).toEqual([])
    }
  })

  test('may have other unknown names in legacy, also ones similar to a name that is sent', () => {
    const refund = { amount: '1.00', currency: 'EUR', paymentType: 'RF' }
    const body = bodyOf({ ...refund, reason: 'damaged', Amount: '2.00' })
    const values = accept('payments.reference', body, { ...strict, profile: 'legacy' })
    expect(values.get('amount')).toBe('1.00')
    accept('payments.reference', bodyOf({ paymentType: 'CP', discount: '1.00' }), {
      ...strict,
      profile: 'legacy',
    })
  })

  test.each(['final', 'Final', 'FINAL.', 'FINALE', 'finl', 'LAST'])(
    'is refused with sequence=%s, which does not mean FINAL',
    (sequence) => {
      for (const profile of ['strict', 'legacy'] as const) {
        const body = bodyOf({ paymentType: 'CP', sequence })
        expect(messagesOf('payments.reference', body, { ...strict, profile })).toEqual([
          'sequence means nothing: did you mean FINAL?',
        ])
      }
    },
  )

  test('may have any other value of sequence within its length', () => {
    for (const sequence of ['FINAL', 'FIRST', '1', '2 of 3', 'NOT_FINAL']) {
      accept('payments.reference', bodyOf({ paymentType: 'CP', sequence }))
    }
  })

  test('needs the currency together with an amount, also with a wrong one', () => {
    for (const amount of ['10.00', 'ten']) {
      expect(messagesOf('payments.reference', bodyOf({ paymentType: 'CP', amount }))).toContain(
        'currency is required together with amount',
      )
    }
  })

  test('refuses the payment type of a new payment and card data', () => {
    const body = bodyOf({ ...debit })
    expect(messagesOf('payments.reference', body)).toEqual([
      'paymentType must be one of CP, RV, RF, RB: it starts a new payment, send it to POST /v1/payments',
      ...['number', 'expiryMonth', 'expiryYear'].map(
        (field) =>
          `card.${field} is not an allowed parameter here: the payment that is referred to has it already. The legacy profile ignores such names`,
      ),
    ])
  })
})

describe('the creation of a checkout', () => {
  test('takes everything but card data', () => {
    const values = accept(
      'checkouts.create',
      bodyOf({ ...checkout, integrity: 'true', 'overridePaymentType[VISA]': 'PA' }),
    )
    expect(values.map('overridePaymentType')).toEqual({ VISA: 'PA' })
    expect(
      errorsOf('checkouts.create', bodyOf({ ...checkout, 'card.number': '4200000000000000' })),
    ).toEqual([
      {
        name: 'card.number',
        value: '***',
        message:
          'is not an allowed parameter here: the shopper gives card data in the widget, and chooses among registrations[n].id. The legacy profile ignores such names',
      },
    ])
  })

  test('only stores payment details with createRegistration and without paymentType', () => {
    const storing = { entityId, createRegistration: 'true' }
    expect(accept('checkouts.create', bodyOf(storing)).get('paymentType')).toBeUndefined()
    expect(messagesOf('checkouts.create', bodyOf({ ...storing, paymentType: 'PA' }))).toEqual([
      'amount is required together with paymentType',
      'currency is required together with paymentType',
    ])
    expect(messagesOf('checkouts.create', bodyOf({ entityId }))).toEqual([
      'amount is required',
      'currency is required',
      'paymentType is required: one of PA, DB, CD; or send createRegistration=true without it to store payment details only',
    ])
  })

  test('may offer stored registrations, and names the type of the payment', () => {
    const sent = {
      ...checkout,
      'registrations[0].id': entityId,
      'registrations[1].id': entityId,
      overrideHolder: 'true',
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'UNSCHEDULED',
      'threeDSecure.exemptionFlag': '01',
      'threeDSecure.disable': 'true',
      'risk.parameters[basket.size]': '7',
      'bankAccount.mandate.id': 'MANDATE-A',
      transactionDueDate: '2031-05-27',
    }
    expect(accept('checkouts.create', bodyOf(sent)).entries()).toHaveLength(15)
  })

  test.each([
    ['applePay.source', 'it comes with the card data that were decrypted'],
    ['walletB.source', 'it comes with the card data that were decrypted'],
    ['recurringMigration.paymentType', 'it belongs to a registration'],
  ])('refuses %s in every profile: %s', (name, reason) => {
    const body: FlatBody = [...bodyOf(checkout), [name, 'web']]
    for (const profile of ['strict', 'legacy'] as const) {
      const [error, ...more] = errorsOf('checkouts.create', body, { ...strict, profile })
      expect(more).toEqual([])
      expect(error).toMatchObject({ name, value: '***' })
      expect(error?.message).toContain(`is not an allowed parameter here: ${reason}`)
    }
  })

  test('takes every parameter of a payment but card data, and so does its update', () => {
    const shopperGives = [
      ...Object.keys(tables.card.rows),
      ...['walletA', 'walletB', 'walletC', 'applePay', 'googlePay', 'samsungPay'].map(
        (wallet) => `${wallet}.source`,
      ),
      // Offered as registrations[n].id.
      'registrationId',
      // Not a payment of its own.
      'referenceUuid',
    ]
    for (const profile of ['strict', 'legacy'] as const) {
      const ofPayment = planOf('payments.create', profile).names
      const created = new Set<string>(planOf('checkouts.create', profile).names)
      const updated = new Set<string>(planOf('checkouts.update', profile).names)
      const missing = ofPayment.filter((name) => !created.has(name))
      expect(missing.toSorted()).toEqual(shopperGives.toSorted())
      expect(ofPayment.filter((name) => !updated.has(name))).toEqual(missing)
    }
  })

  test('requires the data that only a server can send, not the shopper’s data', () => {
    const prepared = bodyOf({ ...checkout, 'bankAccount.holder': 'Ada Byron', 'giftCard.pin': '1' })
    accept('checkouts.create', prepared)
    const messages = messagesOf(
      'checkouts.create',
      bodyOf({ ...checkout, 'tokenAccount.number': '4200000000000000', 'pos.deviceId': '7' }),
    )
    expect(messages).toEqual([
      'tokenAccount.type is required when any other tokenAccount.* parameter is sent',
      'pos.entryMode is required when any other pos.* parameter is sent',
      'pos.terminalId is required when any other pos.* parameter is sent',
    ])
  })
})

describe("the widget's submit", () => {
  test('takes the data of the shopper', () => {
    const values = accept(
      'checkouts.submit',
      bodyOf({
        ...submit,
        paymentBrand: 'VISA',
        shopperResultUrl: 'https://shop.example/result',
        'customParameters[SHOPPER_note]': 'ring twice',
        'customer.browser.userAgent': 'Browser/1.0',
        createRegistration: 'on',
        forceUtf8: '&#9760;',
        shopOrigin: 'https://shop.example',
      }),
    )
    expect(values.get('createRegistration')).toBe('true')
    expect([...values.entries()].map(([name]) => name)).not.toContain('forceUtf8')
  })

  test.each([
    ['a stored card with its code', { registrationId: entityId, 'card.cvv': '123' }],
    ['a wallet', { 'applePay.paymentToken': 'token', 'applePay.cardNetwork': 'visa' }],
    ['an account elsewhere', { paymentBrand: 'PAYPAL', 'virtualAccount.accountId': 'ada' }],
    [
      'a bank account',
      {
        'bankAccount.holder': 'Ada Byron',
        'bankAccount.iban': 'DE89370400440532013000',
        'bankAccount.bic': 'COBADEFFXXX',
      },
    ],
    ['a gift card', { 'giftCard.number': '6006491260550227406', 'giftCard.pin': '1234' }],
    ['a brand alone', { paymentBrand: 'SOFORTUEBERWEISUNG' }],
  ])('takes %s in place of a card', (_what, sent: Record<string, string>) => {
    const values = accept('checkouts.submit', bodyOf(sent))
    expect([...values.entries()]).toEqual(Object.entries(sent))
    expect(messagesOf('checkouts.submit', bodyOf({}))).toEqual([
      'card.number is required',
      'card.expiryMonth is required',
      'card.expiryYear is required',
    ])
  })

  test('takes a standing instruction of the shopper, and none of the merchant', () => {
    const begins = {
      'standingInstruction.source': 'CIT',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'RECURRING',
    }
    accept('checkouts.submit', bodyOf({ ...submit, ...begins, 'card.cvv': '123' }))
    const goesOn = {
      ...begins,
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
    }
    expect(messagesOf('checkouts.submit', bodyOf({ ...submit, ...goesOn }))).toEqual([
      "standingInstruction.source must be one of CIT: only the merchant's server may say so",
      "standingInstruction.mode must be one of INITIAL: only the merchant's server may say so",
    ])
    const old = bodyOf({ ...submit, recurringType: 'REPEATED' })
    const values = accept('checkouts.submit', old, { ...strict, profile: 'legacy' })
    expect(values.get('standingInstruction.source')).toBeUndefined()
  })

  test.each([
    'amount',
    'currency',
    'paymentType',
    'merchantTransactionId',
    'threeDSecure.eci',
    'threeDSecure.disable',
    'card.numberType',
    'walletA.source',
    'tokenAccount.number',
    'bankAccount.mandate.id',
    'registrations[0].id',
    'standingInstruction.initialTransactionId',
    'risk.amount',
    'pos.terminalId',
    'entityId',
    'customer.ip',
    'billing.validationStatus',
    'shipping.cost',
    'testMode',
    'numberOfCaptures',
    'taxAmount',
    'overridePaymentType[VISA]',
    'cart.items[0].price',
    'notificationUrl',
    'descriptor',
  ])('cannot set %s in any profile', (name) => {
    const body: FlatBody = [...bodyOf(submit), [name, '1']]
    expect(messagesOf('checkouts.submit', body)).toEqual([
      `${name} is not an allowed parameter here: only the merchant's server may send it. The legacy profile ignores such names`,
    ])
    const values = accept('checkouts.submit', body, { ...strict, profile: 'legacy' })
    expect([...values.entries()]).toEqual(Object.entries(submit))
  })

  test('sends custom parameters of the shopper only', () => {
    const body = bodyOf({ ...submit, 'customParameters[SIMULATOR_outcome]': 'approve' })
    expect(messagesOf('checkouts.submit', body)).toEqual([
      'customParameters[SIMULATOR_outcome] is not an allowed parameter here: its key must start with SHOPPER_',
    ])
  })

  test('may bring browser data without a name, other customer data not', () => {
    expect(
      messagesOf('checkouts.submit', bodyOf({ ...submit, 'customer.email': 'a@b.example' })),
    ).toEqual([
      'customer.givenName is required when any other customer.* parameter is sent. The legacy profile accepts it',
      'customer.surname is required when any other customer.* parameter is sent. The legacy profile accepts it',
    ])
  })

  test('need not repeat the parameters of its checkout', () => {
    const stored = ParameterValues.of([
      ['customer.givenName', 'Ada'],
      ['customer.surname', 'Byron'],
      ['billing.houseNumber1', '7'],
    ])
    const body = bodyOf({
      ...submit,
      'customer.email': 'a@b.example',
      'billing.houseNumber2': 'b',
      'billing.street2': 'x',
    })
    const values = accept('checkouts.submit', body, { ...strict, stored })
    expect(values.get('billing.street2')).toBeUndefined()
  })
})

describe('a parameter that is only passed through', () => {
  const sent = {
    'forex.amount': '100.00',
    'forex.currency': 'USD',
    'corporate.name': 'Byron Ltd',
    'sender.name': 'Ada Byron',
    'recipient.surname': 'Babbage',
    'merchant.name': 'Pens*Ink',
    'merchant.data[store.number]': '7',
    'merchant.billing.city': 'London',
    'merchant.shipping.method': 'GROUND',
    'cart.payments[0].type': 'GIFTCARD',
    'marketPlace.sellers[0].id': 'seller-1',
    'airline.passengers[0].name': 'Ada Byron',
    'airline.passengers[0].legs[0].fareAmount': '90.00',
    'airline.passengers[0].legs[1].fareAmount': '2.00',
  }

  test.each([
    ['payments.create', debit],
    ['checkouts.create', checkout],
    ['payments.reference', { paymentType: 'CP' }],
  ] as const)('is taken by %s and returned', (operation, request) => {
    const values = accept(operation, bodyOf({ ...request, ...sent }))
    expect(values.echo()).toMatchObject(sent)
    expect(values.map('merchant.data')).toEqual({ 'store.number': '7' })
  })

  test('is never set by the submit of the widget', () => {
    const refused = messagesOf('checkouts.submit', bodyOf({ ...submit, ...sent }))
    expect(refused).toHaveLength(Object.keys(sent).length)
  })

  test('has no gap in any of its lists', () => {
    const body = bodyOf({ ...debit, 'airline.passengers[0].legs[1].fareBasis': 'Y' })
    expect(messagesOf('payments.create', body)).toEqual([
      'airline.passengers[0].legs[0] is missing: the list goes on to 1, and its indices must have no gap',
    ])
  })
})

describe('a payment', () => {
  const { 'card.number': _, 'card.expiryMonth': _month, 'card.expiryYear': _year, ...money } = debit

  test.each([
    ['a wallet', { 'googlePay.paymentToken': 'token' }],
    ['a wallet by its other name', { 'walletA.paymentToken': 'token' }],
    ['an account elsewhere', { 'virtualAccount.accountId': 'ada' }],
    ['a token', { 'tokenAccount.number': '4111111111111111', 'tokenAccount.type': 'NETWORK' }],
    ['a gift card', { 'giftCard.number': '6006491260550227406' }],
    ['a terminal', { 'pos.terminalId': '12345678', 'pos.entryMode': 'ICC' }],
    ['what is stored', { registrationId: entityId, 'card.cvv': '123', overrideHolder: 'true' }],
    ['a brand that needs no card', { paymentBrand: 'PREPAYMENT' }],
    [
      'a bank account',
      {
        'bankAccount.holder': 'Ada Byron',
        'bankAccount.number': '532013000',
        'bankAccount.bankCode': '37040044',
      },
    ],
  ])('is paid with %s in place of a card', (_what, sent: Record<string, string>) => {
    accept('payments.create', bodyOf({ ...money, ...sent }))
  })

  test.each([
    ['nothing', {}],
    ['a brand of cards', { paymentBrand: 'VISA' }],
    ['a part of a card', { 'card.cvv': '123', 'card.holder': 'Ada Byron' }],
    ['a gift card that is bought', { 'giftCard.message': 'Congratulations' }],
  ])('needs a card where %s is sent', (_what, sent: Record<string, string>) => {
    expect(messagesOf('payments.create', bodyOf({ ...money, ...sent }))).toEqual([
      'card.number is required',
      'card.expiryMonth is required',
      'card.expiryYear is required',
    ])
  })

  test('takes the result of an external 3-D Secure server, and risk parameters', () => {
    const sent = {
      'threeDSecure.eci': '05',
      'threeDSecure.verificationId': 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
      'threeDSecure.authenticationStatus': 'Y',
      'threeDSecure.challengeIndicator': '04',
      'threeDSecure.schemeData[CB-USECASE]': '01',
      'threeDSecure.disable': 'true',
      'risk.brand': 'VISA',
      'risk.accountToken': 'token',
      'sender.accountNumber': '4200000000000000',
      createRegistration: 'true',
    }
    const values = accept('payments.create', bodyOf({ ...debit, ...sent }))
    const { 'sender.accountNumber': _number, 'risk.accountToken': _token, ...shown } = sent
    const { createRegistration: _registration, ...echoed } = shown
    expect(values.echo()).toEqual(echoed)
    expect(values.get('sender.accountNumber')).toBe('4200000000000000')
  })

  test('that raises or renews a hold names the payment and no payment details', () => {
    const raise = {
      ...money,
      paymentType: 'PA',
      referenceUuid: entityId,
      'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'UNSCHEDULED',
    }
    accept('payments.create', bodyOf(raise))
    expect(messagesOf('payments.create', bodyOf({ ...debit, referenceUuid: entityId }))).toEqual([
      'paymentType must be PA together with referenceUuid',
      'standingInstruction.industryPractice must be INCREMENTAL_AUTH or REAUTHORIZATION together with referenceUuid',
      'card.number must not be sent together with referenceUuid',
    ])
  })

  test('that changes a hold refuses parameters that would have no effect', () => {
    const renewal = {
      ...money,
      paymentType: 'PA',
      referenceUuid: entityId,
      'standingInstruction.industryPractice': 'REAUTHORIZATION',
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'UNSCHEDULED',
    }
    const body = bodyOf({ ...renewal, numberOfCaptures: '9', createRegistration: 'true' })
    expect(messagesOf('payments.create', body)).toEqual([
      'numberOfCaptures must not be sent together with referenceUuid',
      'createRegistration must not be sent together with referenceUuid',
    ])
  })

  test('that starts a new payment cannot change a hold, in any operation and profile', () => {
    const practice = 'standingInstruction.industryPractice'
    const movesMoney = takers(practice).filter(
      (operation) => !['threeDSecure.create', 'registrations.create'].includes(operation),
    )
    expect(movesMoney).toEqual([
      'payments.create',
      'payments.changeHold',
      'checkouts.create',
      'checkouts.update',
      'registrations.pay',
      'schedules.create',
    ])
    for (const operation of movesMoney.filter((one) => one !== 'payments.changeHold')) {
      for (const profile of ['strict', 'legacy'] as const) {
        const named = errorsOf(operation, bodyOf({ [practice]: 'INCREMENTAL_AUTH' }), {
          ...strict,
          profile,
        }).map(({ name }) => name)
        expect(named).toContain(operation === 'payments.create' ? 'referenceUuid' : practice)
      }
    }
  })

  test('of legacy may not misspell referenceUuid, which would hold the amount twice', () => {
    const legacy = { ...strict, profile: 'legacy' } as const
    for (const name of ['referenceUUID', 'reference_uuid', 'refrenceUuid']) {
      const body: FlatBody = [...bodyOf(debit), [name, entityId]]
      const [fault] = errorsOf('payments.create', body, legacy)
      expect(fault?.message).toContain('did you mean referenceUuid?')
    }
    accept('payments.create', [...bodyOf(debit), ['referenceId', '17']], legacy)
  })

  test('may override a holder only when it pays with a registration', () => {
    expect(messagesOf('payments.create', bodyOf({ ...debit, overrideHolder: 'true' }))).toEqual([
      'registrationId is required together with overrideHolder=true',
    ])
    accept('payments.create', bodyOf({ ...debit, overrideHolder: 'false' }))
  })
})

describe('a parameter of the authentication itself', () => {
  const asked = {
    'threeDSecure.channel': '3',
    'threeDSecure.npa': 'true',
    'threeDSecure.v2.visa.requestorId': 'requestor-1',
    'threeDSecure.authenticationInd': 'RECURRING',
  }

  test.each([
    ['payments.create', debit],
    ['checkouts.create', checkout],
  ] as const)(
    'is taken where a first payment comes from the merchant: %s',
    (operation, request) => {
      accept(operation, bodyOf({ ...request, ...asked }))
    },
  )

  test.each([
    ['payments.reference', { paymentType: 'RV' }],
    ['checkouts.submit', submit],
    ['checkouts.register', submit],
  ] as const)('is refused where nobody may choose it: %s', (operation, request) => {
    for (const name of Object.keys(asked)) {
      expect(
        errorsOf(operation, [...bodyOf(request), [name, '05']]).map((one) => one.name),
      ).toEqual([name])
    }
  })
})

describe('a registration', () => {
  test('stores what it is given, and needs to be given something', () => {
    accept('registrations.create', bodyOf({ ...submit, entityId }))
    accept('registrations.create', bodyOf({ entityId, 'virtualAccount.accountId': 'ada' }))
    const check = { ...submit, entityId, amount: '0.00', currency: 'EUR' }
    accept('registrations.create', bodyOf(check))
    accept('registrations.create', bodyOf({ ...check, amount: '0' }))
    expect(messagesOf('registrations.create', bodyOf({ ...check, amount: '0.01' }))).toEqual([
      'amount must be 0.00, because storing payment details charges nothing: to charge as well, send createRegistration=true to POST /v1/payments',
    ])
    expect(messagesOf('registrations.create', bodyOf({ entityId }))).toHaveLength(3)
    expect(messagesOf('checkouts.register', bodyOf({}))).toHaveLength(3)
  })

  test('may be imported with the data of its first payment', () => {
    const moved = {
      ...submit,
      entityId,
      'recurringMigration.paymentType': 'DB',
      'recurringMigration.connectorTxId1': 'tx-1',
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'RECURRING',
      'standingInstruction.initialTransactionId': 'tx-1',
    }
    accept('registrations.create', bodyOf(moved))
  })

  test('can be paid with and extended without naming the channel', () => {
    const { entityId: _, ...money } = checkout
    accept('registrations.pay', bodyOf({ ...money, 'card.cvv': '123' }))
    accept('registrations.extend', bodyOf({ paymentType: 'TE' }))
    accept('registrations.extend', [])
    expect(messagesOf('registrations.pay', bodyOf({ ...money, ...submit }))).toHaveLength(3)
  })
})

describe('a risk check', () => {
  test('needs an amount, and no payment details', () => {
    const { paymentType: _, ...money } = checkout
    accept('risk.create', bodyOf({ ...money, 'risk.amount': '7.00' }))
    accept('risk.create', bodyOf({ ...money, ...submit, paymentType: 'RI' }))
  })
})

describe('every parameter', () => {
  test('belongs to an operation, except those of answers and of later features', () => {
    const without = Object.entries<ParameterTable>(tables).flatMap(([table, { rows }]) =>
      Object.keys(rows).some((name) => takers(name).length > 0) ? [] : [table],
    )
    expect(without).toEqual(['asynchronousResponse', 'pointOfSaleAnswer', 'chargeback'])
  })
})

describe('an optional structure', () => {
  const registration = { entityId, paymentBrand: 'PAYPAL' }

  test('requires nothing when it is absent', () => {
    expect(messagesOf('registrations.create', bodyOf(registration))).toEqual([])
  })

  test('requires its mandatory parameters once one of its parameters is sent', () => {
    const body = bodyOf({ ...registration, 'tokenAccount.expiryMonth': '05' })
    expect(messagesOf('registrations.create', body)).toEqual([
      'tokenAccount.number is required when any other tokenAccount.* parameter is sent',
      'tokenAccount.type is required when any other tokenAccount.* parameter is sent',
    ])
  })
})

describe('a query', () => {
  test('has times in the place of the days of a payment report', () => {
    const frame = { 'date.from': '2031-05-01 00:00:00', 'date.to': '2031-05-02 00:00:00' }
    expect(accept('query.list', bodyOf(frame)).get('limit')).toBe('100')
    expect(errorsOf('reports.summary', bodyOf(frame))).toHaveLength(2)
  })

  test('lists types and methods', () => {
    const values = accept('query.one', bodyOf({ paymentTypes: 'DB, PA', paymentMethods: 'CC' }))
    expect(values.get('paymentTypes')).toBe('DB,PA')
  })
})

describe('a status query', () => {
  test('takes entityId or no parameter', () => {
    expect(accept('status', []).get('entityId')).toBeUndefined()
    expect(accept('status', bodyOf({ entityId })).get('entityId')).toBe(entityId)
    expect(messagesOf('status', bodyOf({ amount: '1' }))).toHaveLength(1)
  })
})
