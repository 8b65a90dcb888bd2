import { formatAmount } from '../../common/money.ts'
import { descriptionOf } from '../results/catalogue.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentRow } from '../store/port.ts'
import { detailsOf, hasOutcome } from './details.ts'
import {
  isHoldChange,
  type ReferenceOperation,
  type ReferenceRule,
  referenceRules,
} from './life-cycle.ts'
import { amountOfNothing } from './money.ts'
import { expiredText, hasExpired } from './references/hold-expiry.ts'

/** What a request asks of an earlier payment. */
export interface ReferenceRequest {
  readonly operation: ReferenceOperation
  /** Absent: the whole open amount. */
  readonly amountMinor?: number
  readonly currency?: string
  /** The channel that the request names, if it names one. */
  readonly channelId?: string
  /** Connectors of the request's `testMode`, if that was sent. */
  readonly modeConnectors?: readonly string[]
  readonly nowMs: number
  /** How long after its booking the connector reverses a DB or CD. */
  readonly reversalWindowMs: number
}

/** Decides whether a reference is allowed; if so, returns its amount in minor units. */
export function decideReference(
  target: PaymentRow,
  request: ReferenceRequest,
): { readonly amountMinor: number } | Refusal {
  const rule = referenceRules[request.operation]
  const unfit = targetRefusal(target, request)
  if (unfit !== undefined) return unfit
  const open = rule.open(target)
  if (
    target.finalisedBy !== null &&
    request.operation !== 'rebill' &&
    isClosedBeforeUsedUp(target, open)
  ) {
    return refuse(rule.refusalCode, { description: 'The payment was closed by sequence=FINAL' })
  }
  if (open === 0) return nothingOpen(target)
  if (request.operation === 'rebill' && target.chargedBackMinor > 0) return disputedDebit
  if (isForCaptures(request.operation) && hasExpired(target, request.nowMs)) {
    return refuse('700.300.400', { description: expiredText(target) })
  }
  const amountMinor = request.amountMinor ?? open
  if (amountMinor === 0) return amountOfNothing('0.00')
  if (rule.extent !== 'any' && (amountMinor > open || isNotWhole(rule, amountMinor, open))) {
    return refuse(rule.refusalCode, {
      description: wrongAmountText(target, rule, amountMinor, open),
    })
  }
  return stateRefusal(target, request) ?? { amountMinor }
}

/** Whether a closed payment was not used up: a closed hold has nothing open because its rest was released. */
function isClosedBeforeUsedUp(target: PaymentRow, open: number): boolean {
  return open > 0 || (target.paymentType === 'PA' && target.reversedMinor > 0)
}

/** An increment or renewal of a hold of which nothing more can be captured would be useless. */
function isForCaptures(operation: ReferenceOperation): boolean {
  return operation === 'capture' || isHoldChange(operation)
}

function isNotWhole({ extent }: ReferenceRule, amountMinor: number, open: number): boolean {
  return extent === 'whole' && amountMinor !== open
}

function nothingOpen(target: PaymentRow): Refusal {
  if (target.chargedBackMinor > 0) return refuse('700.300.600')
  if (target.failedLaterAtMs !== null) return failedLater
  if (target.amountMinor === 0) {
    return refuse('700.300.300', {
      description: 'An account check of 0.00 moves and holds nothing',
    })
  }
  const isIncrement = target.paymentType === 'PA' && target.authorisedMinor === 0
  return isIncrement ? refuse('700.300.300', { description: incrementHoldsNothing }) : done
}

const disputedDebit: Refusal = refuse('700.300.600', {
  description:
    'The payment was charged back: its cardholder disputes the charge that a rebill would repeat. Make a new payment (DB) that the cardholder agrees to',
})

const failedLater: Refusal = refuse('700.300.300', {
  description:
    'The acquirer has told that this payment has failed after all: nothing of it is open',
})

const done: Refusal = refuse('700.300.300')

const incrementHoldsNothing =
  'An incremental authorisation raises the hold of the payment that it refers to: name that payment'

function wrongAmountText(
  target: PaymentRow,
  rule: ReferenceRule,
  asked: number,
  open: number,
): string {
  const shown = (minor: number) => formatAmount({ minor, currency: target.currency })
  const demand = rule.extent === 'whole' ? 'must be all of' : 'is more than'
  return `Amount ${shown(asked)} ${demand} the ${shown(open)} ${target.currency} that is open`
}

/** Why the target cannot be referred to: its type, state, channel, currency or connector. */
function targetRefusal(target: PaymentRow, request: ReferenceRequest): Refusal | undefined {
  const rule = referenceRules[request.operation]
  if (!rule.on.includes(target.paymentType)) return typeRefusal(target, request.operation)
  if (!hasOutcome(target.state)) return refuse('700.400.570')
  if (target.state === 'failed') return refuse(rule.unfitCode)
  if (request.channelId !== undefined && request.channelId !== target.entityId) {
    return refuse('700.400.700')
  }
  if (request.currency !== undefined && request.currency !== target.currency) {
    return refuse('700.100.500')
  }
  if (request.modeConnectors?.includes(target.connector) === false) {
    return refuse('700.100.600', {
      description:
        'testMode differs from the mode of the payment that is referred to: leave it out, that mode is taken',
    })
  }
  return undefined
}

function typeRefusal({ paymentType }: PaymentRow, operation: ReferenceOperation): Refusal {
  const { unfitCode } = referenceRules[operation]
  if (isHoldChange(operation)) return refuse(unfitCode)
  const what = paymentType === 'RI' ? 'a risk check (RI)' : `of type ${paymentType}`
  return refuse(unfitCode, { description: `${descriptionOf(unfitCode)}: this one is ${what}` })
}

function stateRefusal(target: PaymentRow, request: ReferenceRequest): Refusal | undefined {
  const rule = referenceRules[request.operation]
  if (
    isForCaptures(request.operation) &&
    target.captureCount >= (target.maximumCaptures ?? Infinity)
  ) {
    return refuse(rule.refusalCode, {
      description: `numberOfCaptures of the authorisation allows ${target.maximumCaptures}`,
    })
  }
  if (request.operation !== 'reversal' || target.paymentType === 'PA') return undefined
  if (target.refundedMinor > 0 || target.chargedBackMinor > 0) return refuse(rule.refusalCode)
  if (request.nowMs - askedOrBookedAtMs(target) > request.reversalWindowMs) {
    return refuse(rule.refusalCode, {
      description: "Past the connector's cut-off: use a refund (RF) instead",
    })
  }
  return undefined
}

/** When the acquirer took a payment: its cut-off counts from here, however late it told the outcome. */
function askedOrBookedAtMs(payment: PaymentRow): number {
  const { bookedAtMs, createdAtMs } = payment
  if (bookedAtMs === null) return createdAtMs
  return detailsOf(payment).askedAtMs ?? bookedAtMs
}
