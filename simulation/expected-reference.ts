import { DAY_MS } from '../common/durations.ts'
import type { PaymentRow, PaymentType } from '../server/store/port.ts'

/** The operations that may refer to an earlier payment. */
export type ReferenceKind = 'CP' | 'RV' | 'RF' | 'RB' | 'INCREMENTAL_AUTH' | 'REAUTHORIZATION'

/** A reference as a simulated merchant asks for it. */
export interface AskedReference {
  readonly kind: ReferenceKind
  /** Absent: all that is open, where a capture or reversal asks. */
  readonly amountMinor?: number
  readonly currency: string
  readonly isFinal: boolean
}

/** What must be answered: the amount that is booked, or the code of the refusal. */
export type ExpectedReference = { readonly amountMinor: number } | { readonly code: string }

/** What the answer depends on besides the target. */
export interface Circumstances {
  readonly nowMs: number
  /** What the payment was paid with was stored, and has been deleted. */
  readonly isWiped: boolean
  /** Another reference to the payment is under way. */
  readonly isBusy: boolean
}

const REVERSAL_WINDOW_MS = DAY_MS

const FITTING: Readonly<Record<ReferenceKind, readonly PaymentType[]>> = {
  CP: ['PA'],
  RV: ['PA', 'DB', 'CD'],
  RF: ['DB', 'CP', 'CD', 'RB'],
  RB: ['DB'],
  INCREMENTAL_AUTH: ['PA'],
  REAUTHORIZATION: ['PA'],
}

/** "A validation error": with `referenceUuid` it is a parameter that is wrong, whatever is (interface document). */
const FAULT = '200.300.404'

/** The hold has expired. */
const TOO_LATE = '700.300.400'

const UNFIT_CODE = { CP: '700.400.510', RV: '700.400.530', RF: '700.400.520', RB: '700.100.700' }
const REFUSAL_CODE = { CP: '700.400.100', RV: '700.400.300', RF: '700.400.200', RB: '700.100.700' }

export function isHoldChange(kind: string): kind is 'INCREMENTAL_AUTH' | 'REAUTHORIZATION' {
  return kind === 'INCREMENTAL_AUTH' || kind === 'REAUTHORIZATION'
}

/**
 * The table of decisions §5, written a second time on purpose: the simulation must not copy the
 * rules that it checks.
 */
export function expectedReference(
  target: PaymentRow,
  asked: AskedReference,
  circumstances: Circumstances,
): ExpectedReference {
  const saysHowMuch = asked.amountMinor !== undefined
  if (!saysHowMuch && (asked.kind === 'RF' || asked.kind === 'RB')) return { code: FAULT }
  const expected =
    withoutInstrument(target, asked, circumstances) ??
    (circumstances.isBusy && asked.kind === 'REAUTHORIZATION' ? { code: FAULT } : undefined) ??
    expectedByRules(target, asked, circumstances.nowMs)
  return 'code' in expected && isHoldChange(asked.kind) ? { code: FAULT } : expected
}

/** Why it cannot be charged or held again, in every state of the payment. */
function withoutInstrument(
  target: PaymentRow,
  { kind }: AskedReference,
  { isWiped }: Circumstances,
): { readonly code: string } | undefined {
  const chargesAgain = kind === 'RB' || isHoldChange(kind)
  if (!chargesAgain) return undefined
  if (target.paymentBrand === 'GIFTCARD') return { code: '900.100.202' }
  if (kind !== 'RB') return undefined
  const hasOwn = target.referencedId === null || target.paymentType === 'RB'
  if (!hasOwn) return { code: '700.100.701' }
  return isWiped ? { code: '700.500.004' } : undefined
}

function expectedByRules(
  target: PaymentRow,
  { kind, ...asked }: AskedReference,
  nowMs: number,
): ExpectedReference {
  const unfit = { code: isHoldChange(kind) ? FAULT : UNFIT_CODE[kind] }
  if (!FITTING[kind].includes(target.paymentType)) return unfit
  if (target.state === 'failed') return unfit
  if (target.state !== 'succeeded') return { code: '700.400.570' }
  if (asked.currency !== target.currency) return { code: '700.100.500' }
  const openMinor = kind === 'RB' ? target.amountMinor : openFor(target)
  const refused = { code: isHoldChange(kind) ? FAULT : REFUSAL_CODE[kind] }
  // A FINAL capture has released the rest: "closed" is more exact than "nothing is open".
  const isCutShort = target.paymentType === 'PA' && target.reversedMinor > 0
  if (target.finalisedBy !== null && kind !== 'RB' && (openMinor > 0 || isCutShort)) return refused
  if (openMinor === 0) return { code: '700.300.300' }
  const isForCaptures = kind === 'CP' || isHoldChange(kind)
  if (isForCaptures && target.expiresAtMs !== null && nowMs >= target.expiresAtMs) {
    return { code: isHoldChange(kind) ? FAULT : TOO_LATE }
  }
  const amountMinor = asked.amountMinor ?? openMinor
  const isLimited = kind !== 'RB' && kind !== 'INCREMENTAL_AUTH'
  if (isLimited && amountMinor > openMinor) return refused
  if (kind === 'RV' && amountMinor < openMinor) return refused
  // An added or renewed hold must be capturable: it stays on the account of its hold.
  if (isForCaptures && target.captureCount >= (target.maximumCaptures ?? 98)) return refused
  if (kind === 'RV' && target.paymentType !== 'PA') {
    const isTooLate = nowMs - target.createdAtMs > REVERSAL_WINDOW_MS
    if (isTooLate || target.refundedMinor > 0) return refused
  }
  return { amountMinor }
}

function openFor(target: PaymentRow): number {
  return target.paymentType === 'PA'
    ? target.authorisedMinor - target.capturedMinor - target.reversedMinor
    : openBookingOf(target)
}

/** What has failed after its success has nothing open. */
function openBookingOf(target: PaymentRow): number {
  if (target.failedLaterAtMs !== null) return 0
  return target.bookedMinor - target.refundedMinor - target.reversedMinor
}
