import { cardTestingLimits } from '../../entities/card-testing-settings.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { sentAddresses } from '../../parameters/sent-addresses.ts'
import type { CountedTry, Notifications } from '../../payments/index.ts'
import type {
  DraftedPayment,
  ExtensionAnswer,
  PaymentExtension,
} from '../../payments/screen/index.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { limitChanges, type ReachedLimit } from './card-testing-notified.ts'
import {
  approvedTry,
  type CountedFor,
  countedTry,
  countTries,
  type LimitedTries,
  waitMs,
} from './failed-tries.ts'
import { fingerprintOf } from './payment-extension.ts'

export interface CardTestingParts {
  readonly environment: 'test' | 'live'
  readonly store: Store
  readonly clock: EntityClock
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly notifications: Notifications
  /** What counts as one address: of IPv6 its network. */
  readonly clientOf: (address: string) => string
}

/**
 * Limits how often shoppers may fail to pay checkouts: from one address, and with one card. A payment counts
 * from its first commit until it is approved, so that what is still open counts, too, and an approval takes
 * nothing else back. What a merchant's server pays is its own to limit (velocity rules).
 */
export function cardTestingExtension(parts: CardTestingParts): PaymentExtension {
  return {
    concernedByFirst: { has: ['checkoutId'], instruments: ['card'] },
    concernedByStored: { details: ['countedTries'] },
    withFirst(drafted) {
      const limits = cardTestingLimits(drafted.channel.settings.cardTesting, parts.environment)
      const { declinesPerAddressAndHour: address, declinesPerCardAndDay: card } = limits
      if (address === false && card === false) return undefined
      return limited(drafted, { address, card }, parts)
    },
    participantsOf: (_payment, { countedTries }) =>
      countedTries === undefined ? [] : [participantOfApproval(countedTries)],
  }
}

type Limits = Readonly<Record<CountedFor, number | false>>

async function limited(
  drafted: DraftedPayment,
  limits: Limits,
  parts: CardTestingParts,
): Promise<ExtensionAnswer | Refusal | undefined> {
  const { nowMs } = drafted
  const tries = await limitedTries(drafted, limits, parts)
  const counts = await Promise.all(
    tries.map(async (one) => ({ tries: one, count: await countTries(one, nowMs, parts.store) })),
  )
  for (const { tries: one, count } of counts) {
    const waiting = waitMs(one, count, nowMs)
    if (waiting === undefined) continue
    const refusal = refusalOf(one, waiting)
    await report(drafted, { tries: one, refusal, untilMs: nowMs + waiting }, parts)
    return refusal
  }
  const begun = counts.map(({ tries: one, count }) => countedTry(one, count, nowMs))
  if (begun.length === 0) return undefined
  const changes = begun.map(({ change }) => change)
  const participant: CommitParticipant = {
    owner: 'cardTesting',
    mayMeetLimit: true,
    opened: () => changes,
    recorded: ({ state }, wasOpened) => (wasOpened || state === 'succeeded' ? [] : changes),
  }
  const countedTries = begun.map(({ counted }) => counted)
  return { participants: [participant], details: { countedTries } }
}

function participantOfApproval(counted: readonly CountedTry[]): CommitParticipant {
  return {
    owner: 'cardTesting',
    opened: () => [],
    recorded: ({ state }: PaymentRow, wasOpened) =>
      wasOpened && state === 'succeeded' ? counted.map(approvedTry) : [],
  }
}

/** Whom the payment counts for. A number that was never sealed, as it cannot be charged, has no fingerprint. */
async function limitedTries(
  drafted: DraftedPayment,
  limits: Limits,
  { vault, store, clientOf }: CardTestingParts,
): Promise<readonly LimitedTries[]> {
  const { channel, values } = drafted
  const { id, parentId } = channel.entity
  const merchantId = parentId ?? id
  // A kept submit is paid by the merchant's server: what it kept names the address.
  const address = drafted.shopperAddress ?? firstAddressOf(values)
  const known = {
    address: address === undefined ? undefined : clientOf(address),
    card: limits.card === false ? undefined : await fingerprintOf(drafted, store),
  }
  return (['card', 'address'] as const).flatMap((by) => {
    const limit = limits[by]
    const value = known[by]
    if (limit === false || value === undefined) return []
    const hash = vault.keyedHash(JSON.stringify(['failed tries', merchantId, by, value]))
    return [{ by, merchantId, limit, subject: hash.slice(0, HASH_DIGITS) }]
  })
}

/** What the shop's proxies hand on begins with the shopper's own. */
function firstAddressOf(values: DraftedPayment['values']): string | undefined {
  const sent = values.sent('customer.ip')
  return sent === undefined ? undefined : (sentAddresses(sent).addresses[0] ?? sent)
}

/** Enough that two subjects of a merchant never meet by chance. */
const HASH_DIGITS = 32

const CODES = { card: '800.120.101', address: '800.120.102' } as const

function refusalOf({ by, limit }: LimitedTries, waiting: number): Refusal {
  const retryAfterSeconds = Math.ceil(waiting / 1000)
  const what =
    by === 'card'
      ? `${limit} payments with this card were not approved within a day`
      : `${limit} payments from this address were not approved within an hour`
  return refuse(CODES[by], {
    status: 429,
    description: `${what}: try again in ${retryAfterSeconds} seconds, or pay in another way`,
    retryAfterSeconds,
  })
}

/**
 * Tells webhooks that a limit is reached: once until it takes further tries, however many are refused, so that
 * an attack writes nothing more.
 */
async function report(
  drafted: DraftedPayment,
  {
    tries,
    refusal,
    untilMs,
  }: Omit<ReachedLimit, 'by' | 'limit' | 'id'> & { readonly tries: LimitedTries },
  { store, notifications, clock }: CardTestingParts,
): Promise<void> {
  const { channel } = drafted
  const entity = await notifications.of(channel.entity.id)
  if (!entity.takes('RISK')) return
  const key = `failed tries told ${tries.merchantId} ${tries.by} ${tries.subject} ${untilMs}`
  if ((await store.read.quota(key)) !== undefined) return
  const id = newObjectId(clock.now())
  const notices = limitChanges(
    drafted,
    { by: tries.by, limit: tries.limit, refusal, untilMs, id },
    entity,
  )
  const once = { key, used: 1, most: 1, expiresAtMs: untilMs }
  // A conflict: another request has told it.
  await store.commit([{ kind: 'takeQuota', row: once }, ...notices])
}
