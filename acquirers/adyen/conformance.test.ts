import { describeConformance } from '../conformance/conformance.suite.ts'
import { emulatedAdyen } from './adyen.fixture.ts'

describeConformance(
  'Adyen',
  (clock, settings) => emulatedAdyen().start(clock, settings),
  ['charge', 'capture', 'cancel', 'refund', 'increment'],
  { tells: true, redirects: true },
)
