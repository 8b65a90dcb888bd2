import { describeConformance } from '../conformance/conformance.suite.ts'
import { emulatedStripe } from './stripe.fixture.ts'

describeConformance(
  'Stripe',
  (clock) => emulatedStripe().start(clock),
  ['prepare', 'charge', 'capture', 'cancel', 'refund', 'increment'],
  { tells: true, redirects: true },
)
