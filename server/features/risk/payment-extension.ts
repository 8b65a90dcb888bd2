import type { ParameterValues } from '../../parameters/values.ts'
import {
  type DraftedCharge,
  type DraftedPayment,
  type ExtensionAnswer,
  instrumentFacts,
  ORDERED_AT,
  orderedAt,
  type PaymentExtension,
} from '../../payments/index.ts'
import type { Store } from '../../store/port.ts'
import { chargeFacts } from './facts.ts'
import type { RiskVerdict, Screening } from './screen.ts'

/**
 * Risk checks of first payments, and of references that charge again: a refusal is recorded as its
 * failure, a review is the code of its success.
 */
export function riskExtension(screening: Screening, store: Store): PaymentExtension {
  async function withFirst(drafted: DraftedPayment): Promise<ExtensionAnswer | undefined> {
    const { id, channel, values, paymentType, amount, read, nowMs } = drafted
    const fingerprint = await fingerprintOf(drafted, store)
    const verdict = await screening.screen({
      paymentId: id,
      channel,
      paymentType,
      brand: read.brand,
      amount,
      values,
      nowMs,
      ...instrumentFacts(read.instrument),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    })
    for (const sentence of verdict?.trace ?? []) drafted.trace?.note('risk', sentence)
    return verdict && extensionAnswerOf(verdict, drafted)
  }

  async function withCharge(charge: DraftedCharge): Promise<ExtensionAnswer> {
    const judged = screening.screenCharge(charge.channel, await chargeFacts(charge, store))
    for (const sentence of judged.trace) charge.trace?.note('risk', sentence)
    return extensionAnswerOf({ ...judged, participants: [] }, charge)
  }

  return {
    withFirst: (drafted) => (screening.checks(drafted) ? withFirst(drafted) : undefined),
    withCharge: (charge) =>
      screening.checksCharges(charge.channel) ? withCharge(charge) : undefined,
  }
}

/** Of the number that was sealed now, or that the vault keeps for a registration. */
export async function fingerprintOf(
  { read, sealed }: Pick<DraftedPayment, 'read' | 'sealed'>,
  store: Store,
): Promise<string | undefined> {
  if (sealed !== undefined || read.vaultRecordId === undefined) return sealed?.fingerprint
  return (await store.read.vaultRecord(read.vaultRecordId))?.fingerprint
}

function extensionAnswerOf(
  { score, refusalCode, reviewCode, participants }: RiskVerdict,
  checked: CheckedRequest,
): ExtensionAnswer {
  return {
    participants,
    details: {
      shown: shownOfCheck(score, checked),
      ...(reviewCode === undefined ? {} : { reviewCode }),
    },
    ...(refusalCode === undefined ? {} : { faultCode: refusalCode }),
  }
}

/** A request that was checked, and when: by the channel's clock. */
interface CheckedRequest {
  readonly values: ParameterValues
  readonly nowMs: number
}

/** What answers show of a check (interface document, risk.score, risk.orderTimestamp). */
export function shownOfCheck(
  score: number,
  { values, nowMs }: CheckedRequest,
): Readonly<Record<string, string>> {
  return { 'risk.score': String(score), [ORDERED_AT]: orderedAt(values, nowMs) }
}
