import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { type Form, useTestGateway, type WireAnswer } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const create = (more: Form): Promise<WireAnswer> =>
  gateway().post('/v1/checkouts', {
    entityId: gateway().demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...more,
  })

async function open(more: Form): Promise<string> {
  const created = await create(more)
  expect(created.body.result).toMatchObject({ code: '000.200.100' })
  return created.body.id
}

const update = (id: string, form: Form) => gateway().post(`/v1/checkouts/${id}`, form)

const submit = (id: string, form: Form = {}) =>
  sendBare(gateway(), `POST /v1/checkouts/${id}/payment`, { form })

/** What the merchant reads once the shopper has paid: the shopper himself is told less. */
async function pay(id: string, form: Form = {}): Promise<WireAnswer> {
  await submit(id, form)
  return gateway().get(`/v1/checkouts/${id}/payment`)
}

const rowOf = async (id: string) => (await gateway().store.read.checkout(id))?.request ?? ''

const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'NL91ABNA0417164300'

const account: Form = {
  'bankAccount.holder': 'Ada Byron',
  'bankAccount.iban': IBAN,
  'bankAccount.bic': 'COBADEFFXXX',
  'bankAccount.country': 'DE',
}

const card: Form = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

const terminal: Form = {
  'pos.terminalId': '12345678',
  'pos.entryMode': 'NFC_ICC',
  'pos.iccDataRequest': '9F2608A1B2C3D4E5F60718',
  'pos.transactionSource': 'POS',
}

/** One of each secret, none of which may be read anywhere. */
const secrets: Form = {
  'sender.accountNumber': '5454545454545454',
  'recipient.accountNumber': 'RECIPIENT-ACCOUNT-77',
  'risk.accountToken': 'risk-token-123456',
  'bankAccount.iban': IBAN,
  'bankAccount.number': '0532013000123',
  'giftCard.number': '6006491260550227406',
  'giftCard.pin': '987654321',
  'tokenAccount.number': '4895370012003478',
  'tokenAccount.cryptogram': 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
  'tokenAccount.dtvc': '8431',
  'googlePay.paymentToken': 'ciphertext-of-a-wallet',
  'pos.iccDataRequest': '9F2608A1B2C3D4E5F60718',
  'pos.encryptedPin.data': 'C1C2C3C4C5C6C7C8',
  'pos.encryptedPin.ksn': 'FFFF9876543210E00001',
}

describe('a checkout that is created with payment data of the merchant', () => {
  it('passes on sender and recipient', async () => {
    const id = await open({
      'sender.givenName': 'Ada',
      'sender.accountNumber': '5454545454545454',
      'recipient.surname': 'Hopper',
      'recipient.accountNumber': 'DE89370400440532013000',
    })
    const paid = await pay(id, { ...card, 'card.holder': 'Jane Jones' })
    expect(paid.body).toMatchObject({
      result: { code: '000.100.110' },
      sender: { givenName: 'Ada' },
      recipient: { surname: 'Hopper' },
    })
    expect(paid.body.sender).not.toHaveProperty('accountNumber')
    expect(paid.body.recipient).not.toHaveProperty('accountNumber')
  })

  it('is paid from the bank account that it was prepared with when the shopper agrees', async () => {
    const id = await open({ ...account, paymentBrand: 'DIRECTDEBIT_SEPA' })
    const paid = await pay(id)
    expect(paid.body).toMatchObject({
      result: { code: '000.100.110' },
      paymentBrand: 'DIRECTDEBIT_SEPA',
      bankAccount: { holder: 'Ada Byron', iban: 'DE***3000', country: 'DE' },
    })
  })

  it('uses the account that the shopper enters instead of the prepared one, except its holder', async () => {
    const id = await open(account)
    const paid = await pay(id, {
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.iban': OTHER_IBAN,
    })
    expect(paid.body).toMatchObject({
      result: { code: '000.100.110' },
      bankAccount: { holder: 'Ada Byron', iban: 'NL***4300', country: 'NL' },
    })
    expect(paid.body.bankAccount).not.toHaveProperty('bic')
  })

  it('accepts another holder for the prepared account', async () => {
    const id = await open(account)
    const form = { paymentBrand: 'DIRECTDEBIT_SEPA', 'bankAccount.holder': 'Byron & Sons' }
    expect((await pay(id, form)).body).toMatchObject({
      bankAccount: { holder: 'Byron & Sons', iban: 'DE***3000' },
    })
  })

  it('is paid with the shopper’s own card, and keeps nothing of the prepared account', async () => {
    const id = await open({ ...account, 'bankAccount.mandate.id': 'MANDATE-A' })
    const paid = await pay(id, { ...card, paymentBrand: 'VISA' })
    expect(paid.body).toMatchObject({ result: { code: '000.100.110' }, paymentBrand: 'VISA' })
    expect(paid.body.bankAccount).toEqual({ mandate: { id: 'MANDATE-A' } })
  })

  it('offers each brand only the prepared data that can pay it', async () => {
    const prepared = { ...account, 'virtualAccount.accountId': 'ada@provider.example' }
    const byBrand = async (paymentBrand: string) => {
      const form = { paymentBrand, shopperResultUrl: 'https://shop.example/result' }
      return (await pay(await open(prepared), form)).body
    }
    expect(await byBrand('DIRECTDEBIT_SEPA')).toMatchObject({ bankAccount: { iban: 'DE***3000' } })
    const elsewhere = await byBrand('PAYPAL')
    expect(elsewhere).toMatchObject({
      result: { code: '000.200.000' },
      virtualAccount: { accountId: 'ada@provider.example' },
    })
    expect(elsewhere).not.toHaveProperty('bankAccount')
    const visa = await submit(await open(prepared), { paymentBrand: 'VISA' })
    expect(visa.body.result.parameterErrors?.map(({ name }) => name)).toEqual([
      'card.number',
      'card.expiryMonth',
      'card.expiryYear',
    ])
  })

  it('charges a prepared network token, but not its cryptogram for a card of the shopper', async () => {
    const token = {
      'tokenAccount.number': '4895370012003478',
      'tokenAccount.type': 'NETWORK',
      'tokenAccount.expiryMonth': '12',
      'tokenAccount.expiryYear': '2033',
      'tokenAccount.cryptogram': 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
      'threeDSecure.eci': '05',
    }
    const agreed = await pay(await open(token), { paymentBrand: 'VISA' })
    expect(agreed.body).toMatchObject({
      result: { code: '000.100.110' },
      threeDSecure: { eci: '05' },
    })
    const own = await pay(await open(token), { ...card, paymentBrand: 'VISA' })
    expect(own.body).toMatchObject({ result: { code: '000.100.110' }, card: { bin: '420000' } })
    expect(own.body).not.toHaveProperty('threeDSecure')
    expect(own.body).not.toHaveProperty('tokenAccount')
  })

  it('is paid with the card data that a terminal has read, and with nothing else', async () => {
    const id = await open({ ...terminal, paymentBrand: 'VISA' })
    const other = await submit(id, card)
    expect(other.body.result.parameterErrors).toEqual([
      {
        name: 'card.number',
        value: '***',
        message:
          'is not taken: the merchant has prepared this checkout with a card that a terminal has read (pos.*)',
      },
    ])
    expect((await pay(id)).body).toMatchObject({
      result: { code: '000.100.110' },
      pos: { terminalId: '12345678', transactionSource: 'POS' },
    })
  })

  it('is paid with a card that is typed in at the terminal of the merchant', async () => {
    const id = await open({ 'pos.terminalId': '12345678', 'pos.entryMode': 'MANUAL' })
    expect((await pay(id, card)).body).toMatchObject({
      result: { code: '000.100.110' },
      pos: { terminalId: '12345678', entryMode: 'MANUAL' },
    })
  })

  it.each([
    [
      'a terminal without what it read',
      { ...terminal, 'pos.iccDataRequest': '' },
      'pos.iccDataRequest',
    ],
    ['a day that is over', { ...account, transactionDueDate: '2020-01-01' }, 'transactionDueDate'],
    ['a brand that nobody knows', { paymentBrand: 'VIZA' }, 'paymentBrand'],
  ])('is refused for %s, together with every other fault', async (_what, form: Form, name) => {
    const alone = await create(form)
    expect(alone.body.result.parameterErrors).toMatchObject([{ name }])
    const all = await create({
      ...form,
      amount: '9.50',
      currency: 'JPY',
      descriptor: 'x'.repeat(128),
    })
    expect(all.body.result.parameterErrors?.map((error) => error.name).toSorted()).toEqual(
      ['amount', 'descriptor', name].toSorted(),
    )
  })
})

describe('the proof of an external 3-D Secure server in a checkout', () => {
  const proof: Form = {
    'threeDSecure.eci': '05',
    'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
    'threeDSecure.dsTransactionId': '6edcc246-23ee-4e94-ac5d-8ae620bea7d9',
    'threeDSecure.version': '2.2.0',
  }
  const shown = { eci: '05', verificationId: 'AAACAgSRBklmQCFgMpEGAAAAAAA=' }

  async function stored(): Promise<string> {
    const { entityId } = gateway().demo
    const { body } = await gateway().post('/v1/registrations', { entityId, ...card, ...brand })
    return body.id
  }
  const brand: Form = { paymentBrand: 'VISA', 'card.cvv': undefined }

  it('counts for the only stored card that the checkout offers', async () => {
    const registrationId = await stored()
    const id = await open({ ...proof, 'registrations[0].id': registrationId })
    const paid = await pay(id, { registrationId, 'card.cvv': '123' })
    expect(paid.body).toMatchObject({ result: { code: '000.100.110' }, threeDSecure: shown })
  })

  it('counts for none of several stored cards', async () => {
    const [registrationId, other] = [await stored(), await stored()]
    const offered = { 'registrations[0].id': registrationId, 'registrations[1].id': other }
    const paid = await pay(await open({ ...proof, ...offered }), {
      registrationId,
      'card.cvv': '123',
    })
    expect(paid.body.result.code).toBe('000.100.110')
    expect(paid.body).not.toHaveProperty('threeDSecure')
  })

  it('counts for no stored card where another card is prepared: it may be of that one', async () => {
    const registrationId = await stored()
    const prepared = { 'googlePay.paymentToken': 'ciphertext-of-a-wallet' }
    const id = await open({ ...proof, ...prepared, 'registrations[0].id': registrationId })
    const paid = await pay(id, { registrationId, 'card.cvv': '123' })
    expect(paid.body.result.code).toBe('000.100.110')
    expect(paid.body).not.toHaveProperty('threeDSecure')
  })

  it('counts for no card that the shopper types: that one is authenticated here', async () => {
    const challenged = {
      ...card,
      'card.number': '4200000010000024',
      shopperResultUrl: 'https://shop.example/result',
    }
    const offered = { 'registrations[0].id': await stored() }
    for (const more of [{}, offered]) {
      const id = await open({ ...proof, ...more, 'threeDSecure.schemeData[CB-USECASE]': '01' })
      const answer = await submit(id, challenged)
      expect(answer.body.result.code).toBe('000.200.000')
      const read = await gateway().get(`/v1/checkouts/${id}/payment`)
      expect(read.body.threeDSecure).toEqual({ schemeData: { 'CB-USECASE': '01' } })
    }
  })
})

describe('the submit of a shopper', () => {
  it.each([
    'sender.accountNumber',
    'recipient.accountNumber',
    'pos.terminalId',
    'threeDSecure.eci',
    'tokenAccount.number',
    'risk.accountToken',
    'amount',
  ])('cannot set %s', async (name) => {
    const id = await open({})
    const refused = await submit(id, { ...card, [name]: '05' })
    expect(refused.body.result.parameterErrors).toMatchObject([{ name }])
  })

  it('is not answered with prepared data before it is paid with', async () => {
    const id = await open({ ...account, 'sender.accountNumber': '5454545454545454' })
    const session = await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)
    const script = await fetch(`${gateway().url}/v1/paymentWidgets.js?checkoutId=${id}`)
    const seen = JSON.stringify(session.body) + (await script.text())
    expect(seen).not.toContain('Byron')
    expect(seen).not.toContain(IBAN)
  })

  it('is not asked for what the merchant has set: the session has its names, and the country', async () => {
    const id = await open({
      'billing.street1': 'Kite Lane 5',
      'billing.country': 'GB',
      'customer.givenName': 'Ada',
      'customer.surname': 'Byron',
      'customer.email': 'ada@shop.example',
    })
    const { body } = await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)
    const known = ['billing.street1', 'billing.country', 'customer.givenName', 'customer.surname']
    expect(new Set(body.known)).toEqual(new Set(known))
    expect(body.billingCountry).toBe('GB')
    expect(JSON.stringify(body)).not.toMatch(/Kite|Ada|Byron/)
  })
})

describe('the secret data of a checkout', () => {
  const sealed = (row: string, values: Form) => {
    for (const value of Object.values(values)) expect(row).not.toContain(value)
    expect(row).toContain('"sealed":')
  }

  it('is stored sealed, and the rest as it was sent', async () => {
    const form = {
      ...secrets,
      'tokenAccount.type': 'NETWORK',
      'pos.terminalId': '12345678',
      'pos.entryMode': 'NFC_ICC',
    }
    const row = await rowOf(await open(form))
    sealed(row, secrets)
    expect(row).toContain('12345678')
    expect(await rowOf(await open({ 'sender.givenName': 'Ada' }))).not.toContain('sealed')
  })

  it('is kept by an update, which may replace it', async () => {
    const id = await open({ ...account, paymentBrand: 'DIRECTDEBIT_SEPA' })
    expect((await update(id, { amount: '93.00' })).body.result.code).toBe('000.200.101')
    sealed(await rowOf(id), { iban: IBAN })
    const changed = await update(id, { 'bankAccount.iban': OTHER_IBAN })
    expect(changed.body.result.code).toBe('000.200.101')
    sealed(await rowOf(id), { iban: IBAN, other: OTHER_IBAN })
    const paid = await pay(id)
    expect(paid.body).toMatchObject({
      amount: '93.00',
      bankAccount: { holder: 'Ada Byron', iban: 'NL***4300', country: 'NL' },
    })
    expect(paid.body.bankAccount).not.toHaveProperty('bic')
  })

  it('can be decrypted for its own checkout only', async () => {
    const [mine, other] = [await open(account), await open({ 'sender.accountNumber': '1' })]
    const row = await gateway().store.read.checkout(other)
    if (row === undefined) throw new Error('The checkout is gone')
    const set = { request: await rowOf(mine), updatedAtMs: row.updatedAtMs }
    await gateway().store.commit([
      { kind: 'stepCheckout', id: other, expectedVersion: row.version, set },
    ])
    const moved = await submit(other, { paymentBrand: 'DIRECTDEBIT_SEPA' })
    expect([moved.status, moved.body.result.code]).toEqual([400, '200.300.404'])
    expect(JSON.stringify(moved.body)).not.toContain(IBAN)
  })

  it('is kept after a decline, for another try', async () => {
    const id = await open({ ...account, paymentBrand: 'DIRECTDEBIT_SEPA' })
    const declined = await submit(id, { 'bankAccount.holder': '800.100.152' })
    expect(declined.body.result.code).toBe('800.100.152')
    expect((await submit(id)).body.result.code).toBe('000.100.110')
  })

  it.each([
    [
      'paid',
      async (id: string) => {
        expect((await submit(id)).body.result.code).toBe('000.100.110')
      },
    ],
    [
      'deleted',
      async (id: string) => {
        const path = `DELETE /v1/checkouts/${id}`
        await sendBare(gateway(), path, { token: gateway().demo.accessToken })
      },
    ],
    [
      'expired',
      async (id: string) => {
        gateway().clock.advance(31 * MINUTE_MS)
        while ((await gateway().store.read.checkout(id))?.state !== 'expired') {
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
    ],
  ])('is wiped when the checkout is %s, and nothing else is', async (_end, end) => {
    const id = await open({
      ...account,
      paymentBrand: 'DIRECTDEBIT_SEPA',
      merchantMemo: 'kept-memo',
    })
    sealed(await rowOf(id), { iban: IBAN })
    await end(id)
    const row = await rowOf(id)
    expect(row).not.toContain('sealed')
    expect(row).toContain('kept-memo')
  })

  it('is wiped when its details are stored', async () => {
    const id = await open({
      ...account,
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
      createRegistration: 'true',
      paymentBrand: 'DIRECTDEBIT_SEPA',
    })
    const stored = await sendBare(gateway(), `POST /v1/checkouts/${id}/registration`, { form: {} })
    expect(stored.body).toMatchObject({ result: { code: '000.100.110' } })
    expect(JSON.stringify(stored.body)).not.toContain('Byron')
    expect((await gateway().get(`/v1/checkouts/${id}/registration`)).body).toMatchObject({
      bankAccount: { iban: 'DE***3000' },
    })
    expect(await rowOf(id)).not.toContain('sealed')
  })

  it('is never shown in an error', async () => {
    const refused = await create({
      'sender.accountNumber': '5454545454545454'.repeat(3),
      'risk.accountToken': 'risk-token-'.repeat(9),
      'bankAccount.iban': 'DE89 3704',
    })
    const values = refused.body.result.parameterErrors?.map(({ value }) => value) ?? []
    expect(values).toHaveLength(3)
    for (const value of values) expect(value).toMatch(/\*\*\*/)
  })
})
