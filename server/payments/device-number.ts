import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'
import type { ReadInstrument } from './instruments/instrument.ts'
import type { FirstType } from './life-cycle.ts'
import { namesFirstPayment } from './series-reference.ts'

/**
 * Why the number of a device may not be charged. A payment that the shopper makes proves with the
 * cryptogram of his wallet that he has confirmed this payment. Without one, as the number is stored, only
 * the merchant may charge it, in a series whose first payment the shopper has confirmed. A credit takes
 * nothing from the cardholder.
 */
export function deviceNumberFault(
  paymentType: FirstType,
  values: ParameterValues,
  read: ReadInstrument,
): Refusal | undefined {
  const { instrument, registrationId, isOfPayment = false } = read
  if (instrument.kind !== 'card' || instrument.numberType !== 'DPAN') return undefined
  if (instrument.cryptogram !== undefined || paymentType === 'CD') return undefined
  if (values.get('standingInstruction.source') !== 'MIT') {
    return registrationId === undefined ? withoutCryptogram : ofShopper
  }
  return isOfPayment || namesFirstPayment(values, read) ? undefined : withoutFirstPayment
}

const withoutCryptogram: Refusal = refuseParameters([
  {
    name: 'threeDSecure.verificationId',
    value: '',
    message:
      'is required with the number of a device: the cryptogram that the wallet gave with it. For the number of a card itself send card.numberType=PAN, for a payment of your own standingInstruction.source=MIT',
  },
])

const ofShopper: Refusal = refuseParameters([
  {
    name: 'registrationId',
    value: '***',
    message:
      'names the number of a device, which a wallet gave: a shopper confirms each payment with it in the wallet, so send a new token; for a payment of your own send standingInstruction.source=MIT',
  },
])

const withoutFirstPayment: Refusal = refuseParameters([
  {
    name: 'standingInstruction.initialTransactionId',
    value: '',
    message:
      'is required: the number of a device was stored without a payment, and a wallet allows payments of the merchant only after one that the shopper has confirmed. Send the reference of that payment, or store with it (createRegistration=true)',
  },
])
