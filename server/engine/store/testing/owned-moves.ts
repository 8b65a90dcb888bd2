import fc from 'fast-check'
import type { Change, Store } from '../port.ts'
import {
  entity,
  giftCard,
  inBillions,
  quota,
  registration,
  sighting,
  timeAt,
  token,
} from './sample-rows.ts'

/**
 * Changes of registrations, gift cards, quotas, sightings, entities and tokens, for tests that run
 * two stores side by side: few subjects and small amounts, so that they meet limits and each other.
 */
export interface OwnedMove {
  readonly move: 'owned'
  readonly of: number
  readonly act: (typeof ACTS)[number]
  /** More than the version that is there. */
  readonly late: number
  readonly amount: number
}

const ACTS = [
  'register',
  'renew',
  'wipe',
  'wipeHalf',
  'issue',
  'pay',
  'take',
  'forgetQuota',
  'see',
  'forgetSeen',
  'own',
  'rename',
  'bear',
  'revoke',
] as const

export const ownedMove: fc.Arbitrary<OwnedMove> = fc.record({
  move: fc.constant('owned' as const),
  of: fc.nat({ max: 2 }),
  act: fc.constantFrom(...ACTS),
  late: fc.constantFrom(0, 0, 0, 0, 1),
  amount: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -4, max: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(0.5, Number.NaN, 2 ** 53) },
  ),
})

/** The change that a move stands for, decided on what `store` holds. */
export async function ownedChange(store: Store, id: string, move: OwnedMove): Promise<Change> {
  switch (move.act) {
    case 'register':
    case 'renew':
    case 'wipe':
    case 'wipeHalf':
      return registrationChange(store, id, move)
    case 'own':
    case 'rename':
    case 'bear':
    case 'revoke':
      return accessChange(store, id, move)
    default:
      return countedChange(id, move)
  }
}

async function registrationChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  const fingerprint = `${id}-number`
  if (act === 'register') {
    const vaultRecordId = late === 0 ? `${id}-v` : null
    // Some of the same number as others, and of these some that are kept once.
    const sole = { fingerprint: amount > 2 ? 'number' : fingerprint, deduplicated: amount > 0 }
    return { kind: 'insertRegistration', row: registration({ id, vaultRecordId, ...sole }) }
  }
  const version = (await read.registration(id))?.version ?? 1
  const set = {
    renew: { expiresAtMs: timeAt(amount || 1), resultCode: `r${amount}` },
    wipe: { state: 'deleted', vaultRecordId: null, fingerprint: null },
    wipeHalf: { state: 'expired', fingerprint: null },
  } as const
  return {
    kind: 'stepRegistration',
    id,
    expectedVersion: version + late,
    set: { updatedAtMs: timeAt(version), ...set[act as keyof typeof set] },
  }
}

async function accessChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  if (act === 'own') return { kind: 'insertEntity', row: entity({ id }) }
  if (act === 'bear') return { kind: 'insertToken', row: token(id, { hash: `${id}-token` }) }
  if (act === 'revoke') return { kind: 'deleteToken', hash: `${id}-token` }
  const version = (await read.entity(id))?.version ?? 1
  const set = amount > 0 ? { name: `n${amount}`, active: amount > 2 } : { settings: `${amount}` }
  return { kind: 'stepEntity', id, expectedVersion: version + late, set }
}

function countedChange(id: string, { act, late, amount }: OwnedMove): Change {
  switch (act) {
    case 'issue':
      return {
        kind: 'insertGiftCard',
        row: giftCard({ id, issuedMinor: inBillions(6), balanceMinor: inBillions(amount) }),
      }
    case 'pay':
      return { kind: 'moveGiftCard', id, byMinor: inBillions(amount) }
    case 'take':
      return {
        kind: 'takeQuota',
        row: quota({ key: id, used: inBillions(amount), most: inBillions(6 - late) }),
      }
    case 'forgetQuota':
      return { kind: 'deleteQuota', key: id, nowMs: quota().expiresAtMs - late }
    case 'see':
      return {
        kind: 'appendSighting',
        row: sighting({ ...seenAs(id), amountMinor: inBillions(amount) }),
      }
    default:
      // Of all runs together: later ones are not to find what earlier ones left.
      return { kind: 'deleteSightings', beforeMs: sighting().atMs + 1 - late }
  }
}

function seenAs(id: string) {
  return { entityId: id, subject: 'all' }
}

/** All that moves of one subject can change. */
export async function ownedBy({ read }: Store, id: string): Promise<unknown> {
  const { entityId, subject } = seenAs(id)
  return Promise.all([
    read.registration(id),
    read.registrationOf(registration().entityId, `${id}-number`, registration().paymentBrand),
    read.giftCard(id),
    read.quota(id),
    read.sightings(entityId, subject, 0, 'EUR'),
    read.entity(id),
    read.tokensOfEntity(id),
  ])
}
