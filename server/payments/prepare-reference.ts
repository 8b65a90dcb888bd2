import type { Connector } from '../connectors/connector.ts'
import { newObjectId, shortIdOf } from '../ids.ts'
import type { ParameterValues } from '../parameters/values.ts'
import type { PaymentRow } from '../store/port.ts'
import { nothingBooked } from './booking.ts'
import { readDetails } from './details.ts'
import type { ReferenceType } from './life-cycle.ts'
import type { PreparedPayment } from './prepared-payment.ts'

/** The reference's own payment, once the rules have decided its amount. */
export function prepareReference(
  target: PaymentRow,
  asked: {
    readonly paymentType: ReferenceType
    readonly amountMinor: number
    readonly isFinal: boolean
    readonly values: ParameterValues
    readonly connector: Connector
    readonly nowMs: number
  },
): PreparedPayment {
  const { paymentType, amountMinor, values, connector, nowMs } = asked
  const id = newObjectId(nowMs)
  const request = values.echo()
  return {
    payment: Object.assign({}, target, nothingBooked, {
      id,
      checkoutId: null,
      referencedId: target.id,
      paymentType,
      amountMinor,
      state: 'intent',
      resultCode: '000.200.000',
      maximumCaptures: null,
      connector: connector.name,
      vaultRecordId: null,
      details: '',
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    }),
    details: {
      request: {
        ...request,
        descriptor: request.descriptor ?? descriptorAfter(target, id),
      },
      ...(asked.isFinal ? { isFinal: true } : {}),
    },
    operation: {
      paymentId: id,
      paymentType,
      paymentBrand: target.paymentBrand,
      amount: { minor: amountMinor, currency: target.currency },
      referencedId: target.id,
      customParameters: values.map('customParameters'),
    },
    connector,
    alongside: [],
  }
}

/** The short id of this payment and the channel's name, as on the payment it refers to. */
function descriptorAfter(target: PaymentRow, id: string): string {
  const [, channelName] =
    /^\d{4}\.\d{4}\.\d{4} (.+)$/.exec(readDetails(target.details).request.descriptor ?? '') ?? []
  return channelName === undefined ? shortIdOf(id) : `${shortIdOf(id)} ${channelName}`
}
