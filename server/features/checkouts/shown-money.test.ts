import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { ParameterValues } from '../../parameters/values.ts'
import type { Store } from '../../store/port.ts'
import {
  type Form,
  startTestGateway,
  type TestGateway,
  useTestGateway,
} from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import { shownMoneyErrors } from './shown-money.ts'

const gateway = useTestGateway()

const card: Form = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}
const shown: Form = { 'shown.amount': '92.00', 'shown.currency': 'EUR' }

async function open(more: Form = {}, own: TestGateway = gateway()): Promise<string> {
  const { demo, post } = own
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  return (await post('/v1/checkouts', { entityId: demo.entityId, ...money, ...more })).body.id
}

const submit = (id: string, form: Form, end = 'payment', own: TestGateway = gateway()) =>
  sendBare(own, `POST /v1/checkouts/${id}/${end}`, { form })

const faultsOf = ({ body }: Awaited<ReturnType<typeof submit>>) =>
  (body.result.parameterErrors ?? []).map(({ name }) => name)

describe('a submit that says what its page has shown (R-SHOWN-1)', () => {
  it('is paid where the checkout asks for just that', async () => {
    const paid = await submit(await open(), { ...card, ...shown })
    expect(paid.body).toMatchObject({ amount: '92.00', result: { code: '000.100.110' } })
  })

  it.each<[what: string, form: Form]>([
    ['card', card],
    [
      'bank account',
      {
        paymentBrand: 'DIRECTDEBIT_SEPA',
        'bankAccount.holder': 'Ada Byron',
        'bankAccount.iban': 'DE89370400440532013000',
      },
    ],
    [
      'page of a provider',
      { paymentBrand: 'PAYPAL', shopperResultUrl: 'https://shop.example/result' },
    ],
    [
      'gift card',
      { paymentBrand: 'GIFTCARD', 'giftCard.number': '6000000000000000', 'giftCard.pin': '0000' },
    ],
  ])('is refused, by %s, after the merchant has raised the amount', async (_what, form) => {
    const id = await open()
    await gateway().post(`/v1/checkouts/${id}`, { amount: '920.00' })
    const refused = await submit(id, { ...form, ...shown })
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['shown.amount']])
    expect(refused.body.result.parameterErrors?.[0]?.message).toContain('920.00 EUR')
    expect(refused.body.id).toBeUndefined()
    expect((await gateway().store.read.checkout(id))?.paymentId).toBeNull()
  })

  it('is refused after the currency has become another one', async () => {
    const id = await open()
    await gateway().post(`/v1/checkouts/${id}`, { currency: 'USD' })
    expect(faultsOf(await submit(id, { ...card, ...shown }))).toEqual(['shown.currency'])
  })

  it('is refused together with all that is wrong with its fields', async () => {
    const id = await open({ amount: '93.00' })
    const refused = await submit(id, { ...card, ...shown, 'card.expiryMonth': '13' })
    expect(faultsOf(refused)).toEqual(['card.expiryMonth', 'shown.amount'])
  })

  it('is refused for a stored card as well', async () => {
    const { demo, post } = gateway()
    const details = { entityId: demo.entityId, paymentBrand: 'VISA', ...card }
    const { id: stored } = (await post('/v1/registrations', details)).body
    const id = await open({ 'registrations[0].id': stored, amount: '93.00' })
    const refused = await submit(id, { registrationId: stored, ...shown })
    expect(faultsOf(refused)).toEqual(['shown.amount'])
  })

  it('is not kept for a summary page either, and what is kept is paid as the summary shows it', async () => {
    const id = await open()
    const kept = await submit(id, { ...card, ...shown }, 'summary')
    expect(kept.body.result.code).toBe('000.200.101')
    await gateway().post(`/v1/checkouts/${id}`, { amount: '95.00' })
    expect(faultsOf(await submit(id, { ...card, ...shown }, 'summary'))).toEqual(['shown.amount'])
    const paid = await gateway().post(`/v1/checkouts/${id}/payment`, {
      entityId: gateway().demo.entityId,
    })
    expect(paid.body).toMatchObject({ amount: '95.00', result: { code: '000.100.110' } })
  })

  it('is refused where the amount changes between the look at the checkout and the charge', async () => {
    const store = openMemoryStore()
    let raise: (() => Promise<unknown>) | undefined
    const raised: Store = {
      ...store,
      async commit(changes) {
        const first = raise
        raise = undefined
        await first?.()
        return store.commit(changes)
      },
    }
    const own = await startTestGateway({ store: raised })
    try {
      const id = await open({}, own)
      raise = () => own.post(`/v1/checkouts/${id}`, { amount: '920.00' })
      expect(faultsOf(await submit(id, { ...card, ...shown }, 'payment', own))).toEqual([
        'shown.amount',
      ])
    } finally {
      await own.close()
    }
  })

  it('counts as no try, so that the shopper may pay what is shown then', async () => {
    const id = await open()
    await gateway().post(`/v1/checkouts/${id}`, { amount: '920.00' })
    for (let round = 0; round < 12; round++) await submit(id, { ...card, ...shown })
    const paid = await submit(id, { ...card, 'shown.amount': '920', 'shown.currency': 'EUR' })
    expect(paid.body).toMatchObject({ amount: '920.00', result: { code: '000.100.110' } })
  })
})

it('takes no other amount and no other currency than the shown ones', () => {
  const amounts = fc.tuple(fc.nat({ max: 99_999 }), fc.nat({ max: 99 }))
  const written = amounts.map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
  const currencies = fc.constantFrom('EUR', 'USD', 'KWD')
  fc.assert(
    fc.property(written, written, currencies, currencies, (amount, other, currency, another) => {
      const submitted = ParameterValues.of([
        ['shown.amount', other],
        ['shown.currency', another],
      ])
      const isSame = amount === other && currency === another
      const faults = shownMoneyErrors(submitted, { amount, currency })
      expect(faults.length === 0).toBe(isSame)
    }),
  )
})
