import type { Store } from '../store/port.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../testing/gateway.fixture.ts'

/** A debit, a hold and the like as the gateway made them, by what happened to them. */
export interface SamplePayments {
  /** PA of 92.00, captured with 30.00 and with 20.00, the rest reversed. */
  readonly captured: string
  /** Its first capture, of which 10.00 were refunded. */
  readonly capture: string
  readonly refund: string
  /** PA whose only capture, of 30.00, was FINAL. */
  readonly closed: string
  /** DB of a checkout. */
  readonly paidCheckout: string
  readonly debit: string
  readonly declined: string
  /** DB whose outcome is not known. */
  readonly unknown: string
}

/** Fills an empty store through a real gateway with payments of every kind, and closes it. */
export async function fillStore(store: Store): Promise<SamplePayments> {
  const gateway = await startTestGateway({ store })
  try {
    const pay = payer(gateway)
    const refer = referrer(gateway)
    const captured = await pay({ paymentType: 'PA', numberOfCaptures: '3' })
    const capture = await refer(captured, { paymentType: 'CP', amount: '30.00' })
    await refer(captured, { paymentType: 'CP', amount: '20.00', ...outcome('delay:1') })
    await refer(captured, { paymentType: 'CP', amount: '5.00', ...outcome('decline:800.100.152') })
    await refer(captured, { paymentType: 'CP', amount: '5.00', ...outcome(DECLINED_LATER) })
    await refer(captured, { paymentType: 'RV' })
    const refund = await refer(capture, { paymentType: 'RF', amount: '10.00' })
    const closed = await pay({ paymentType: 'PA' })
    await refer(closed, { paymentType: 'CP', amount: '30.00', sequence: 'FINAL' })
    await refer(await pay({}), { paymentType: 'RV' })
    await refer(await pay({ paymentType: 'CD' }), { paymentType: 'RF' })
    await pay({ paymentType: 'PA', amount: '0.00' })
    await pay({ currency: 'GBP', ...outcome('duplicate') })
    const debit = await pay({ ...outcome('delay:1') })
    await refer(debit, { paymentType: 'RF', amount: '1.00', ...outcome('timeout') })
    return {
      captured,
      capture,
      refund,
      closed,
      debit,
      paidCheckout: await payCheckouts(gateway),
      declined: await pay(outcome('decline:800.100.152')),
      unknown: await pay(outcome('timeout')),
    }
  } finally {
    await gateway.close()
  }
}

const DECLINED_LATER = 'delay:1,decline:800.100.152'

function outcome(course: string): Form {
  return { 'customParameters[SIMULATOR_outcome]': course }
}

function payer(gateway: TestGateway) {
  return async (more: Form) =>
    (await gateway.post('/v1/payments', cardPayment(gateway.demo.entityId, more))).body.id
}

function referrer(gateway: TestGateway) {
  return async (target: string, form: Form) => {
    const { entityId } = gateway.demo
    const full = { entityId, currency: form.amount === undefined ? undefined : 'EUR', ...form }
    return (await gateway.post(`/v1/payments/${target}`, full)).body.id
  }
}

/** One that is never paid, one that fails and stays open, one that is paid in the end. */
async function payCheckouts(gateway: TestGateway): Promise<string> {
  const { entityId } = gateway.demo
  const { entityId: _, amount, currency, paymentType, ...card } = cardPayment(entityId)
  const open = async () => {
    const form = { entityId, amount, currency, paymentType }
    const { body } = await gateway.post('/v1/checkouts', form, {
      'idempotency-key': crypto.randomUUID(),
    })
    return body.id
  }
  const submit = async (id: string, more: Form = {}) => {
    const form = { ...card, shopperResultUrl: 'https://shop.example/result', ...more }
    return (await gateway.post(`/v1/checkouts/${id}/payment`, form, { authorization: '' })).body.id
  }
  await open()
  await submit(await open(), { 'card.holder': '800.100.152' })
  const id = await open()
  await submit(id, { 'card.holder': '800.100.152' })
  return submit(id)
}
