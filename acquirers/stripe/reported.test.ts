import { describeReported } from '../conformance/reported.suite.ts'
import { PROOF } from './shop.fixture.ts'
import { emulatedStripe } from './stripe.fixture.ts'

let stripe = emulatedStripe()

describeReported(
  'Stripe',
  (clock) => {
    stripe = emulatedStripe()
    return stripe.start(clock)
  },
  {
    keySlot: 'secretKey',
    received: () => stripe.emulator().requests.all,
    proof: { form: PROOF, sent: PROOF['threeDSecure.dsTransactionId'] },
  },
)
