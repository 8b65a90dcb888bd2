import { newObjectId, shortIdOf } from '../../engine/ids.ts'
import type { PaymentRow, PaymentType } from '../../engine/store/port.ts'
import type { Connector } from '../../methods/connectors/connector.ts'
import type { Instrument } from '../../methods/instruments/instrument.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { nothingBooked } from './booking.ts'
import { type PaymentDetails, readDetails } from './details.ts'
import { isHoldChange, openHold, type ReferenceKind } from './life-cycle.ts'
import type { ExtensionAnswer } from './payment-extension.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import type { CommitParticipant } from './settlement.ts'

/** A reference as it was asked for, with all that its own payment is made of. */
export interface AskedReference {
  readonly kind: ReferenceKind
  readonly isFinal: boolean
  readonly values: ParameterValues
  readonly connector: Connector
  /** Of a rebill: what it is paid with once more. */
  readonly instrument?: Instrument
  /** Of what charges anew: what other features add to it, and why it fails. */
  readonly extensionAnswer?: ExtensionAnswer
  readonly participants: readonly CommitParticipant[]
  /** By the clock of the process. */
  readonly idNowMs: number
  /** By the channel's clock. */
  readonly nowMs: number
}

/** The reference's own payment, once the rules have decided its amount. */
export function prepareReference(
  target: PaymentRow,
  amountMinor: number,
  asked: AskedReference,
): PreparedPayment {
  const { kind, values, connector, instrument, extensionAnswer = {} } = asked
  const id = newObjectId(asked.idNowMs)
  const paymentType: PaymentType = isHoldChange(kind) ? 'PA' : kind
  const details = Object.assign(detailsOf(target, id, asked), extensionAnswer.details)
  const { faultCode, participants = [] } = extensionAnswer
  return {
    payment: rowOf(target, { id, paymentType, amountMinor }, asked),
    details,
    operation: {
      paymentId: id,
      paymentType,
      paymentBrand: target.paymentBrand,
      amount: { minor: amountMinor, currency: target.currency },
      ...(instrument === undefined ? {} : { instrument }),
      referencedId: target.id,
      request: details.request,
      customParameters: values.map('customParameters'),
      confidential: values.confidential(),
    },
    connector,
    alongside: [],
    participants: [...asked.participants, ...participants],
    ...(faultCode === undefined ? {} : { faultCode }),
  }
}

function detailsOf(
  target: PaymentRow,
  id: string,
  { kind, values, isFinal }: AskedReference,
): PaymentDetails {
  const request = values.echo()
  const before = readDetails(target.details)
  request.descriptor = request['merchant.name'] ?? request.descriptor ?? descriptorAfter(before, id)
  // Card networks link what belongs together by these two (interface document, lifecycleId).
  for (const name of ['transactionLinkId', 'lifecycleId']) {
    const link = request[name] ?? before.request[name] ?? before.shown?.[name]
    if (link !== undefined) request[name] = link
  }
  return {
    request,
    ...(kind === 'RB' && before.card !== undefined ? { card: before.card } : {}),
    ...(before.giftCardId === undefined ? {} : { giftCardId: before.giftCardId }),
    ...(kind === 'REAUTHORIZATION' ? { takenBackMinor: openHold(target) } : {}),
    ...(isFinal ? { isFinal: true } : {}),
  }
}

function rowOf(
  target: PaymentRow,
  made: {
    readonly id: string
    readonly paymentType: PaymentType
    readonly amountMinor: number
  },
  { kind, values, connector, nowMs }: AskedReference,
): PaymentRow {
  return Object.assign({}, target, nothingBooked, {
    id: made.id,
    checkoutId: null,
    referencedId: target.id,
    paymentType: made.paymentType,
    amountMinor: made.amountMinor,
    state: 'intent',
    resultCode: '000.200.000',
    maximumCaptures: kind === 'REAUTHORIZATION' ? capturesLeft(target) : null,
    connector: connector.name,
    // What a rebill is paid with stays where it is kept.
    vaultRecordId: kind === 'RB' ? target.vaultRecordId : null,
    merchantTransactionId: values.get('merchantTransactionId') ?? null,
    details: '',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  })
}

/** The short id of this payment and the channel's name, as on the payment it refers to. */
function descriptorAfter(before: PaymentDetails, id: string): string {
  const [, channelName] = /^\d{4}\.\d{4}\.\d{4} (.+)$/.exec(before.request.descriptor ?? '') ?? []
  return channelName === undefined ? shortIdOf(id) : `${shortIdOf(id)} ${channelName}`
}

/** A renewed hold may be captured as often as the old one still could. */
function capturesLeft({ maximumCaptures, captureCount }: PaymentRow): number | null {
  return maximumCaptures === null ? null : maximumCaptures - captureCount
}
