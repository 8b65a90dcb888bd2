import type { Money } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { cardSummary, type PaymentDetails, storedDetails } from '../../payments/index.ts'
import type { ReadInstrument } from '../../payments/instruments/index.ts'
import { leaveOutUnprovedClaims } from '../../payments/read/index.ts'
import { type ChangeSet, newPayment, type PaymentRow } from '../../store/port.ts'
import { type RiskVerdict, shownOfCheck } from './payment-extension.ts'

/** A risk check before anything is recorded of it. */
export interface CheckedPayment {
  readonly id: string
  readonly channel: UsableEntity
  readonly values: ParameterValues
  readonly amount: Money
  /** Empty when none was named. */
  readonly brand: string
  readonly read: ReadInstrument | undefined
  /** The code of a check that passed. */
  readonly approvalCode: string
  /** The name of the connector that a payment would have gone to. */
  readonly connector: string
  /** By the channel's clock. */
  readonly nowMs: number
}

/** The changes that record a check with its outcome, and the payment of type RI that they write. */
export function recordOfCheck(
  checked: CheckedPayment,
  judged: CheckJudgement = NOTHING_CHECKED,
): { readonly payment: PaymentRow; readonly changes: ChangeSet } {
  const payment = paymentOf(checked, judged)
  return {
    payment,
    changes: [
      { kind: 'insertPayment', row: payment },
      {
        kind: 'appendEvent',
        row: {
          paymentId: payment.id,
          sequence: payment.version,
          kind: payment.state,
          atMs: payment.updatedAtMs,
          data: JSON.stringify({ code: payment.resultCode }),
        },
      },
    ],
  }
}

type CheckJudgement = Omit<RiskVerdict, 'participants'>

const NOTHING_CHECKED: CheckJudgement = { score: 0, trace: [] }

function paymentOf(checked: CheckedPayment, judged: CheckJudgement): PaymentRow {
  const { id, channel, values, amount, nowMs } = checked
  const faultCode = checked.read?.faultCode ?? judged.refusalCode
  const state = faultCode === undefined ? 'succeeded' : 'failed'
  const resultCode = faultCode ?? judged.reviewCode ?? checked.approvalCode
  return newPayment({
    id,
    entityId: channel.entity.id,
    familyId: id,
    operation: 'first',
    paymentType: 'RI',
    paymentBrand: checked.brand,
    amountMinor: amount.minor,
    currency: amount.currency,
    state,
    resultCode,
    connector: checked.connector,
    merchantTransactionId: values.get('merchantTransactionId') ?? null,
    details: storedDetails({ state, resultCode }, detailsOf(checked, judged)),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}

function detailsOf(checked: CheckedPayment, { score, block }: CheckJudgement): PaymentDetails {
  const { values, read, brand } = checked
  const request = values.echo()
  leaveOutUnprovedClaims(request, values, read?.detectedBrand ?? brand)
  return {
    request,
    ...(read?.instrument.kind === 'card' ? { card: cardSummary(read.instrument) } : {}),
    ...(read?.detectedBrand === undefined ? {} : { brandResult: read.detectedBrand }),
    ...(read?.registrationId === undefined ? {} : { registrationId: read.registrationId }),
    shown: { ...read?.shown, ...shownOfCheck(score, checked) },
    ...(block === undefined ? {} : { block }),
  }
}
