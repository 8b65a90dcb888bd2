import { expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { merchantAt } from '../conformance/merchant.fixture.ts'
import { describeReported } from '../conformance/reported.suite.ts'
import { emulatedAdyen } from './adyen.fixture.ts'

const TRANSACTION = 'c4e59ceb-a382-4d6a-bc87-385d591fa09d'

let adyen = emulatedAdyen()

describeReported(
  'Adyen',
  (clock, settings) => {
    adyen = emulatedAdyen()
    return adyen.start(clock, settings)
  },
  {
    keySlot: 'apiKey',
    received: () => adyen.emulator().requests.all,
    proof: {
      form: {
        'threeDSecure.eci': '05',
        'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
        'threeDSecure.version': '2.2.0',
        'threeDSecure.dsTransactionId': TRANSACTION,
        'threeDSecure.authenticationStatus': 'Y',
      },
      sent: TRANSACTION,
    },
  },
)

it('a refund that Adyen has only accepted is pending for weeks, and no failure', async () => {
  const { start } = emulatedAdyen()
  const { pay, told, ask, read, gateway, channel, authorization } = await merchantAt(start)
  const debit = await pay()
  const form = { entityId: channel, paymentType: 'RF', amount: '30.00', currency: 'EUR' }
  const { body } = await gateway.post(`/v1/payments/${debit.id}`, form, authorization)
  const id = body.id ?? ''
  for (let week = 0; week < 3; week += 1) {
    expect((await ask(id)).body.result.code).toBe('000.200.000')
    gateway.clock.advance(7 * DAY_MS)
  }
  await told()
  expect(await read(id)).toMatchObject({ state: 'succeeded' })
})
