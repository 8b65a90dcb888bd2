import { formatAmount } from '../../../common/money.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import {
  type DraftedPayment,
  type ExtensionAnswer,
  type PartConnector,
  type PaymentExtension,
  partPayment,
  recordPart,
  type ShownPart,
} from '../../payments/index.ts'
import { refuse } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { ChangeSet, GiftCardPartRow, PaymentRow, Store } from '../../store/port.ts'
import { AMOUNT_ABOVE_BALANCE } from './balance-participant.ts'
import { partsParticipant } from './parts-participant.ts'

export interface PartsExtensionParts {
  readonly store: Pick<Store, 'read'>
  readonly clock: Pick<Clock, 'now'>
  /** Of the issuer; absent: no checkout has parts. */
  readonly connector: PartConnector | undefined
  /** What reports the payment of a part, in its commit. */
  readonly reportOf: (entityId: string) => Reporting | Promise<Reporting>
}

type Reporting = (payment: PaymentRow) => ChangeSet

/** The gift card parts of a checkout in the payment of the rest. */
export function giftCardPartsExtension(parts: PartsExtensionParts): PaymentExtension {
  const { store, clock, connector, reportOf } = parts

  async function participantOf(
    rows: readonly GiftCardPartRow[],
    entityId: string,
    issuer: PartConnector,
  ): Promise<CommitParticipant> {
    const report = await reportOf(entityId)
    return partsParticipant(rows, (rest, part) => {
      const payment = partPayment(rest, part, issuer)
      return [...recordPart(payment), ...report(payment)]
    })
  }

  async function withParts(drafted: DraftedPayment): Promise<ExtensionAnswer | undefined> {
    const rows = rowsOf(drafted, () => newObjectId(clock.now()))
    if (connector === undefined || rows.length === 0) return undefined
    const participant = await participantOf(rows, drafted.channel.entity.id, connector)
    return { participants: [participant], details: { giftCardParts: shownParts(rows, drafted) } }
  }

  async function storedParts(
    { entityId }: PaymentRow,
    shown: readonly ShownPart[],
  ): Promise<readonly CommitParticipant[]> {
    if (connector === undefined) throw new Error('Gift card parts without their issuer')
    const found = await Promise.all(shown.map(({ id }) => store.read.giftCardPart(id)))
    const rows = found.flatMap((row) => row ?? [])
    if (rows.length < shown.length) throw new Error('A gift card part of a payment vanished')
    return [await participantOf(rows, entityId, connector)]
  }

  return {
    withFirst(drafted) {
      const { giftCardParts, paymentType } = drafted
      if (giftCardParts === undefined) return undefined
      if (paymentType === 'CD') return noCredit
      if (giftCardParts.isShort) return { faultCode: AMOUNT_ABOVE_BALANCE }
      return withParts(drafted)
    },
    participantsOf: (payment, { giftCardParts }) =>
      giftCardParts === undefined ? [] : storedParts(payment, giftCardParts),
  }
}

function rowsOf(
  { id, amount, giftCardParts, nowMs }: DraftedPayment,
  newId: () => string,
): readonly GiftCardPartRow[] {
  return (giftCardParts?.parts ?? []).map(({ giftCardId, amountMinor }) => ({
    id: newId(),
    paymentId: id,
    giftCardId,
    amountMinor,
    currency: amount.currency,
    state: 'reserved',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }))
}

function shownParts(
  rows: readonly GiftCardPartRow[],
  { giftCardParts, paymentType, values }: DraftedPayment,
): readonly ShownPart[] {
  const first = nextIndex(values.entries().map(([name]) => name))
  return rows.map(({ id, amountMinor, currency }, at) => ({
    id,
    last4Digits: giftCardParts?.parts[at]?.last4Digits ?? '',
    amount: formatAmount({ minor: amountMinor, currency }),
    currency,
    status: paymentType === 'PA' ? 'authorized' : 'captured',
    index: first + at,
  }))
}

/** The merchant may have named what the cart was paid with before. */
function nextIndex(names: readonly string[]): number {
  const indexes = names.flatMap((name) => {
    const [, index] = /^cart\.payments\[(\d+)\]/.exec(name) ?? []
    return index === undefined ? [] : [Number(index)]
  })
  return Math.max(-1, ...indexes) + 1
}

const noCredit = refuse('600.200.310', {
  description:
    'Gift cards that are applied to this checkout take no credit (CD): remove them in the widget',
})
