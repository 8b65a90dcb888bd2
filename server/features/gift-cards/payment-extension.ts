import { formatAmount } from '../../../common/money.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import {
  type PartConnector,
  type PaymentDetails,
  partPayment,
  recordPart,
  type ShownPart,
} from '../../payments/index.ts'
import type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
} from '../../payments/screen/index.ts'
import { descriptionOf } from '../../results/catalogue.ts'
import { refuse } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change, ChangeSet, GiftCardPartRow, PaymentRow, Store } from '../../store/port.ts'
import { AMOUNT_ABOVE_BALANCE, balanceParticipant, MISTYPED, WRONG_CARD } from './gift-cards.ts'

/** What is said beside the catalogue's text, which stays first, because clients look for it. */
const FAULTS: ReadonlyMap<string | undefined, string> = new Map([
  [MISTYPED, 'The check digit of giftCard.number is wrong'],
  [
    WRONG_CARD,
    'No gift card of the simulated issuer has this number and this PIN: docs/simulator.md tells both',
  ],
])

function described(code: string, words: string): Partial<PaymentDetails> {
  return { shown: { 'result.description': `${descriptionOf(code)}. ${words}` } }
}

/** The balance of a gift card in the payments that take from it and give back. */
export const giftCardExtension: PaymentExtension = {
  concernedByFirst: { instruments: ['giftCard'] },
  concernedByStored: { columns: ['giftCardId'] },
  withFirst({ read: { giftCardId, faultCode, instrument } }) {
    const words = instrument.kind === 'giftCard' ? FAULTS.get(faultCode) : undefined
    if (faultCode !== undefined && words !== undefined) {
      return { details: described(faultCode, words) }
    }
    if (giftCardId === undefined) return undefined
    return { participants: [balanceParticipant(giftCardId)] }
  },
  participantsOf: ({ giftCardId }) => (giftCardId === null ? [] : [balanceParticipant(giftCardId)]),
}

interface PartsExtensionParts {
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
    concernedByFirst: { has: ['giftCardParts'] },
    concernedByStored: { details: ['giftCardParts'] },
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

/** What happens to a part when the rest is paid: its own payment, and who hears of it. */
type PayPart = (rest: PaymentRow, part: GiftCardPartRow) => ChangeSet

/**
 * The gift card parts of a checkout in the commits of the payment of the rest. The balances are reduced in
 * its first commit, whatever it then waits for, and given back in the commit of its failure. In the
 * commit of its success each part becomes a payment. So no part is charged without the rest, and
 * none is missing when the rest succeeds.
 */
export function partsParticipant(
  parts: readonly GiftCardPartRow[],
  payPart: PayPart,
): CommitParticipant {
  const reserve = ({ updatedAtMs }: PaymentRow, state: GiftCardPartRow['state']): Change[] =>
    parts.flatMap((part) => [
      { kind: 'insertGiftCardPart', row: { ...part, state, updatedAtMs } },
      move(part, -part.amountMinor),
    ])
  const stepTo = (part: GiftCardPartRow, state: 'paid' | 'returned', updatedAtMs: number) =>
    ({
      kind: 'stepGiftCardPart',
      id: part.id,
      expectedVersion: part.version,
      set: { state, updatedAtMs },
    }) as const

  function recorded(rest: PaymentRow, wasOpened: boolean): ChangeSet {
    const { state, updatedAtMs } = rest
    if (state === 'succeeded') {
      const taken = wasOpened
        ? parts.map((part) => stepTo(part, 'paid', updatedAtMs))
        : reserve(rest, 'paid')
      return [...taken, ...parts.flatMap((part) => payPart(rest, part))]
    }
    if (state !== 'failed') return wasOpened ? [] : reserve(rest, 'reserved')
    if (!wasOpened) return []
    return parts.flatMap((part) => [
      stepTo(part, 'returned', updatedAtMs),
      move(part, part.amountMinor),
    ])
  }

  return {
    owner: 'giftCardPart',
    limitCode: AMOUNT_ABOVE_BALANCE,
    opened: (rest) => reserve(rest, 'reserved'),
    recorded,
  }
}

function move({ giftCardId }: GiftCardPartRow, byMinor: number): Change {
  return { kind: 'moveGiftCard', id: giftCardId, byMinor }
}
