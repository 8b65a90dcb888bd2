import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  type FakeReceiver,
  openReceiver,
  payment,
  RECEIVER_ENTITY,
} from '../../../../acquirers/gateway/receiver.fixture.ts'
import { createSimulatedProvider } from '../../../../sandbox/wallets/provider.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../../testing/gateway.fixture.ts'
import { makeToken, vaultOf } from '../../wallets/wallets.fixture.ts'
import { setThreeDSecure } from './authentication.fixture.ts'

let gateway: TestGateway
let receiver: FakeReceiver & { close(): Promise<void> }

beforeAll(async () => {
  const { applePay, googlePay } = await createSimulatedProvider(vaultOf('this one')).walletKeys()
  receiver = await openReceiver(answers(200, payment('000.000.000')))
  gateway = await startTestGateway({
    environment: 'live',
    walletKeys: { applePay, googlePay },
    receiver: { url: receiver.url, token: 'a-token-of-the-receiver', entityId: RECEIVER_ENTITY },
  })
})
afterAll(async () => {
  await gateway.close()
  await receiver.close()
})

async function withToken(numberType: 'PAN' | 'DPAN'): Promise<Form> {
  const { entityId, amount, currency, paymentType } = cardPayment(gateway.demo.entityId)
  const token = await makeToken('googlePay', { nowMs: gateway.clock.now(), numberType })
  return { entityId, amount, currency, paymentType, 'googlePay.paymentToken': token }
}

/** Cards that nobody has authenticated. */
const unproved: Readonly<Record<string, () => Promise<Form>>> = {
  'a card that is typed': async () => cardPayment(gateway.demo.entityId),
  'the card of a Google Pay token (PAN_ONLY)': () => withToken('PAN'),
}

/** The code of a payment, and how many payments the receiver got for it. */
async function codeOf(form: Form) {
  // The gateway asks the receiver other things, too.
  const paid = () => receiver.received.filter((one) => one.form['card.number'] !== undefined)
  const before = paid().length
  const { body } = await gateway.post('/v1/payments', form)
  return { code: body.result.code, sent: paid().length - before }
}

describe.each(Object.entries(unproved))('live without a directory: %s', (_name, formOf) => {
  it.each([
    {},
    { policy: 'whenEnrolled' },
    { policy: 'never' },
    { onUnavailable: 'fail' },
  ] as const)(
    'is charged without an authentication with %j: no card is enrolled here',
    async (settings) => {
      await setThreeDSecure(gateway, gateway.demo.entityId, settings)
      expect(await codeOf(await formOf())).toEqual({ code: '000.000.000', sent: 1 })
    },
  )

  it('is not charged where the channel wants every card authenticated', async () => {
    await setThreeDSecure(gateway, gateway.demo.entityId, { policy: 'always' })
    expect(await codeOf(await formOf())).toEqual({ code: '000.400.104', sent: 0 })
    const disabled = { ...(await formOf()), 'threeDSecure.disable': 'true' }
    expect(await codeOf(disabled)).toEqual({ code: '000.000.000', sent: 1 })
  })
})

it('live without a directory charges the number of a device, which its cryptogram proves', async () => {
  await setThreeDSecure(gateway, gateway.demo.entityId, { policy: 'always' })
  expect(await codeOf(await withToken('DPAN'))).toEqual({ code: '000.000.000', sent: 1 })
})
