import type { Money } from '../../../common/money.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import { newPayment, type PaymentRow, type Store } from '../../store/port.ts'
import type { RefundElsewhere } from '../connectors/acquirer-event.ts'
import type { NamedByProvider } from '../connectors/connector.ts'
import { detailsOf, type PaymentDetails, storedDetails } from '../details.ts'
import { openNow, referenceRules } from '../life-cycle.ts'
import { recordPayment } from '../outcome-rules.ts'
import { storedParticipants } from '../screen/payment-extension.ts'
import type { OutcomeParts } from './outcomes.ts'

type Parts = Pick<OutcomeParts, 'store' | 'clock' | 'log' | 'connectorOf' | 'extensions'>

/**
 * Books a refund that was made elsewhere, once: as a payment of its own of type RF, which says where it comes from. Of
 * a hold it is of the newest capture that has as much open. `undefined`: there is none, perhaps because a refund of
 * ours is under way. Rejects with the store.
 */
export async function bookRefundElsewhere(
  payment: PaymentRow,
  refund: RefundElsewhere,
  parts: Parts,
): Promise<PaymentRow | undefined> {
  const { clock, log } = parts
  const id = newObjectId(clock.now())
  return decideAndCommit<Loaded | undefined, PaymentRow | undefined>(parts, {
    load: () => load(payment, refund, id, parts),
    decide(loaded) {
      if (loaded === undefined || 'known' in loaded) return { result: loaded?.known }
      const { made, target, details, participants } = loaded
      const written = { details, references: [refund.reference] }
      const changes = recordPayment(made, written, { target, isFinal: false })
      const theirs = participants.map((one) => ({
        owner: one.owner,
        changes: one.recorded(made, false),
      }))
      log.warn({ paymentId: target.id, refundId: id }, BOOKED)
      return { result: made, parts: [{ owner: 'payment', changes }, ...theirs] }
    },
  })
}

type Loaded =
  | { readonly known: PaymentRow }
  | {
      readonly made: PaymentRow
      readonly target: PaymentRow
      readonly details: PaymentDetails
      readonly participants: Awaited<ReturnType<typeof storedParticipants>>
    }

async function load(
  payment: PaymentRow,
  { amount, reference }: RefundElsewhere,
  id: string,
  { store, clock, connectorOf, extensions }: Parts,
): Promise<Loaded | undefined> {
  const known = await knownBy(reference, payment, store)
  if (known !== undefined) return { known }
  const target = await targetOf(payment, amount, store)
  if (target === undefined) return undefined
  const { approvalCode } = await connectorOf(target.connector)
  const details = detailsOfRefund(target, reference)
  const atMs = clock.of(target.entityId)
  const made = rowOf({ target, details, id, amount, atMs }, approvalCode)
  const participants = await storedParticipants(made, details, extensions)
  return { made, target, details, participants }
}

const BOOKED = 'a refund that was made at the acquirer is booked'

/** Booked before, as it is told several times. */
async function knownBy(
  { value, kind }: NamedByProvider,
  { connector }: PaymentRow,
  { read }: Pick<Store, 'read'>,
): Promise<PaymentRow | undefined> {
  const found = await read.providerReference(value, kind, connector)
  return found?.paymentId ? read.payment(found.paymentId) : undefined
}

async function targetOf(
  payment: PaymentRow,
  amount: Money,
  { read }: Pick<Store, 'read'>,
): Promise<PaymentRow | undefined> {
  const family = await read.paymentsOfFamily(payment.familyId)
  const ofHold = payment.paymentType === 'PA'
  return family.findLast(
    (one) =>
      (ofHold ? one.operation === 'capture' : one.id === payment.id) &&
      referenceRules.refund.on.includes(one.paymentType) &&
      one.state === 'succeeded' &&
      one.currency === amount.currency &&
      openNow(one) >= amount.minor,
  )
}

/** The merchant's own reference of the refunded payment, by which queries and files find it. */
function detailsOfRefund(target: PaymentRow, { value }: NamedByProvider): PaymentDetails {
  const { request, card } = detailsOf(target)
  const { merchantTransactionId } = request
  return {
    request: merchantTransactionId === undefined ? {} : { merchantTransactionId },
    ...(card === undefined ? {} : { card }),
    resultDetails: { ConnectorTxID1: value, Source: MADE_THERE },
  }
}

/** The value of `Source` in `resultDetails` of what was not asked for here. */
const MADE_THERE = 'made at the acquirer'

interface Made {
  readonly target: PaymentRow
  readonly details: PaymentDetails
  readonly id: string
  readonly amount: Money
  readonly atMs: number
}

function rowOf({ target, details, id, amount, atMs }: Made, resultCode: string): PaymentRow {
  return newPayment({
    id,
    entityId: target.entityId,
    referencedId: target.id,
    familyId: target.familyId,
    operation: 'refund',
    paymentType: 'RF',
    paymentBrand: target.paymentBrand,
    amountMinor: amount.minor,
    currency: amount.currency,
    state: 'succeeded',
    resultCode,
    connector: target.connector,
    merchantTransactionId: target.merchantTransactionId,
    bookedMinor: amount.minor,
    bookedAtMs: atMs,
    details: storedDetails({ state: 'succeeded', resultCode }, details),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  })
}
