import {
  channelsBelow,
  MAX_CHANNELS,
  tooManyChannels,
} from '../../server/entities/channels-below.ts'
import { unknownId } from '../../server/entities/named-object.ts'
import { type Found, type LongReads, runQueryInTurn } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import {
  answered,
  type DescribedAnswer,
  type MembersOf,
  type ShownEntity,
} from '../../server/http/described-answer.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { DecideAskedFile } from '../../server/payments/record/index.ts'
import type { ReferParts } from '../../server/payments/references/index.ts'
import type { EnterAskedDispute, ResolveAsked } from '../../server/payments/second-person/index.ts'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import type { EntityRow, PaymentRow, Store } from '../../server/store/port.ts'
import type { LivePayments } from './live-payments.ts'
import { shownEntity } from './payment-summary.ts'

/** What the routes of the back office need. */
export interface AdministrationParts extends ReferParts {
  /** Turns of their own: no merchant's queries hold up a person. */
  readonly officeReads: LongReads
  readonly livePayments: LivePayments
  readonly environment: 'test' | 'live'
  /** `undefined` where no disputes are kept. */
  readonly enterAskedDispute: EnterAskedDispute | undefined
  /** `undefined` where no outcome is written down by hand. */
  readonly resolveAsked: ResolveAsked | undefined
  /** `undefined` where no files of acquirers are read. */
  readonly decideAskedFile: DecideAskedFile | undefined
}

/** Runs a read that may be long in the turn of who asks. */
export function runInTurn<Result>(
  { token }: MerchantCall,
  { officeReads, throttle }: AdministrationParts,
  read: () => Promise<Found<Result>>,
): Promise<Result | Refusal> {
  return runQueryInTurn(token, { longReads: officeReads, throttle }, read)
}

/** The described answer with these members. */
export function answerWith<Described extends DescribedAnswer>(
  described: Described,
  members: MembersOf<Described>,
  ndc: string,
  { clock }: Pick<AdministrationParts, 'clock'>,
): Answer {
  return answered(described, members, { ndc, atMs: clock.now() })
}

/** An entity as the tree shows it. */
export function shownRow({ id, parentId, kind, name, active, createdAtMs }: EntityRow) {
  return {
    id,
    ...(parentId === null ? {} : { parentId }),
    kind,
    name,
    active,
    createdAt: wireTimestamp(createdAtMs),
  }
}

/** The channels that a call is about: those at or below the entity that it names, else of who asks. */
export async function channelsOf(
  call: MerchantCall,
  store: Store,
): Promise<readonly string[] | Refusal> {
  const entity = await entityOfCall(call, store)
  const channels = await channelsBelow(entity, store)
  return channels.length > MAX_CHANNELS ? tooManyChannels : channels
}

/** The time zone of the entity that a call is about: that of its days. */
export async function timeZoneOf(
  call: MerchantCall,
  { store, access }: Pick<AdministrationParts, 'store' | 'access'>,
): Promise<string> {
  const entity = await entityOfCall(call, store)
  return (await access.settingsOf(entity.id)).timeZone ?? 'UTC'
}

/** The payment with this id, if whoever asks may see it. */
export async function reachedPayment(
  id: string,
  call: MerchantCall,
  parts: AdministrationParts,
): Promise<PaymentRow | Refusal> {
  const payment = await parts.payments.find(id)
  const isReached =
    payment !== undefined &&
    (await parts.access.reaches(call, payment.entityId, call.usable?.entity))
  if (isReached) return payment
  const unknown = refuse('700.400.580', { status: 404 })
  return unknownId(unknown, { id, caller: call, as: ['payment'] }, parts)
}

/** The entities of rows by their ids, each read once. */
export async function entitiesOf(
  ids: Iterable<string>,
  store: Store,
): Promise<(id: string) => ShownEntity> {
  const found = new Map<string, ShownEntity>()
  for (const id of new Set(ids)) {
    const entity = await store.read.entity(id)
    if (entity !== undefined) found.set(id, shownEntity(entity))
  }
  return (id) => found.get(id) ?? { id, name: '', kind: 'channel' }
}
