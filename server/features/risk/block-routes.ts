import { ownSettings, withOwnSettings } from '../../entities/own-settings.ts'
import { actorOf } from '../../entities/rights.ts'
import type { BlockedValue } from '../../entities/risk-settings.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import type { CallParts, MerchantCall } from '../../http/call.ts'
import { type KeyInUse, keyInUse, keyParts } from '../../http/idempotency/entry.ts'
import { answerTo, type Worked } from '../../http/idempotency/once.ts'
import type { Asked, Route } from '../../http/route.ts'
import { newObjectId } from '../../kernel/ids.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { decideAndCommit } from '../../kernel/timers/decide-and-commit.ts'
import { detailsOf } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { EntityRow, PaymentRow, Store } from '../../store/port.ts'

export interface BlockRouteParts extends CallParts {
  readonly store: Store
}

/** Of one entity: every payment below it is compared with all of them. */
export const MAX_BLOCKED = 1000

const common = { access: 'token', throttle: 'status' } as const
const tag = 'Risk'

/** `/admin/v1/…`: cards and customers that people block. */
export const blockRoutes: readonly Route<BlockRouteParts>[] = [
  {
    ...common,
    method: 'post',
    path: '/admin/v1/payments/{id}/block',
    right: 'customers.write',
    operation: 'risk.block',
    once: true,
    docs: {
      id: 'blockOfPayment',
      tag,
      summary: 'Block the card or customer of a payment',
      description:
        'For the merchant of the payment, or for its channel where the one who asks reaches no further: payments by the same card number, or with the same e-mail address, are refused from then on. Gateways follow within a second.',
      body: 'BlockRequest',
      label: 'Block',
      subject: 'payment',
      answers: ['AdminBlockAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: block,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/blocks',
    right: 'customers.read',
    operation: 'status',
    docs: {
      id: 'listBlocks',
      tag,
      summary: 'List what people have blocked',
      description:
        'In force for the entity: its own, and those of entities above it, newest first.',
      label: 'Status',
      answers: ['AdminBlockList'],
    },
    handle: list,
  },
  {
    ...common,
    method: 'delete',
    path: '/admin/v1/blocks/{id}',
    right: 'customers.write',
    operation: 'status',
    docs: {
      id: 'removeBlock',
      tag,
      summary: 'Take a block back',
      description: 'Of the entity that `entityId` names, else of the one that is worked with.',
      label: 'Status',
      subject: 'block',
      answers: ['AdminBlockAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: remove,
  },
]

async function block(
  { id, call, entry, request }: Asked<MerchantCall>,
  parts: BlockRouteParts,
): Promise<Worked> {
  const payment = await parts.store.read.payment(id)
  if (payment === undefined || !(await parts.access.reaches(call, payment.entityId))) {
    return unknownPayment
  }
  const by = call.values.get('blockBy') === 'card' ? 'card' : 'email'
  const value = await blockedValueOf(payment, by, parts)
  if (isRefusal(value)) return value
  const blocked: BlockedValue = {
    id: newObjectId(parts.clock.now()),
    by,
    value,
    shown: shownOf(payment, by, value),
    reason: call.values.get('reason') ?? '',
    blockedBy: actorOf(call),
    blockedAt: wireTimestamp(parts.clock.now()),
    paymentId: payment.id,
  }
  const entityId = await entityFor(payment, call, parts)
  const answer = (entity: EntityRow) =>
    answerWith({ block: shownBlock(blocked, entity) }, request.ndc, parts)
  const done = await changed(
    entityId,
    (before) => {
      if (before.some((one) => one.by === by && one.value === value)) return blockedAlready
      return before.length >= MAX_BLOCKED ? tooMany : [...before, blocked]
    },
    { parts, further: keyParts(entry, answer) },
  )
  return answerTo(done, answer)
}

/** The merchant of a payment where the caller reaches it: a card is blocked for the whole shop. */
async function entityFor(
  { entityId }: PaymentRow,
  { token }: MerchantCall,
  { store, access }: BlockRouteParts,
): Promise<string> {
  const path = await store.read.entityPath(entityId)
  const merchant = path.find(({ kind }) => kind === 'merchant')
  const isReached = merchant !== undefined && (await access.isWithin(merchant.id, token.entityId))
  return isReached ? merchant.id : entityId
}

async function blockedValueOf(
  payment: PaymentRow,
  by: BlockedValue['by'],
  { store }: BlockRouteParts,
): Promise<string | Refusal> {
  if (by === 'email') {
    const email = detailsOf(payment).request['customer.email']?.toLowerCase()
    // What begins with @ would block everybody of a domain: shoppers write what they like.
    return email === undefined || email.startsWith('@') ? noEmail : email
  }
  const { vaultRecordId } = payment
  const record = vaultRecordId === null ? undefined : await store.read.vaultRecord(vaultRecordId)
  return detailsOf(payment).card === undefined ? noCard : (record?.fingerprint ?? wiped)
}

/** What people read of it: never more of a card than its first six and last four digits. */
function shownOf(payment: PaymentRow, by: BlockedValue['by'], value: string): string {
  const { card } = detailsOf(payment)
  return by === 'email' || card === undefined ? value : `${card.bin}…${card.last4Digits}`
}

async function list(
  { call, request }: Asked<MerchantCall>,
  parts: BlockRouteParts,
): Promise<Worked> {
  const path = await parts.store.read.entityPath(entityOf(call))
  const blocks: ReturnType<typeof shownBlock>[] = []
  for (const entity of path) {
    // Who may see one channel sees nothing of what the shoppers of its merchant's others are blocked for.
    if (!(await parts.access.isWithin(entity.id, call.token.entityId))) continue
    const { blocked = [] } = ownSettings(entity).kept
    blocks.push(...blocked.map((one) => shownBlock(one, entity)))
  }
  const newest = blocks.toSorted((one, other) => (one.blockedAt < other.blockedAt ? 1 : -1))
  return answerWith({ blocks: newest }, request.ndc, parts)
}

async function remove(
  { id, call, request }: Asked<MerchantCall>,
  parts: BlockRouteParts,
): Promise<Worked> {
  let removed: BlockedValue | undefined
  const done = await changed(
    entityOf(call),
    (before) => {
      removed = before.find((one) => one.id === id)
      return removed === undefined ? unknownBlock : before.filter((one) => one.id !== id)
    },
    { parts },
  )
  if (isRefusal(done) || 'keyInUse' in done || removed === undefined) return tooBusyOr(done)
  return answerWith({ block: shownBlock(removed, done) }, request.ndc, parts)
}

function tooBusyOr(done: EntityRow | Refusal | KeyInUse): Refusal | KeyInUse {
  return isRefusal(done) || 'keyInUse' in done ? done : tooBusy
}

const entityOf = ({ usable, token }: MerchantCall) => usable?.entity.id ?? token.entityId

/** Changes what an entity blocks, and nothing else of it. */
async function changed(
  entityId: string,
  decide: (before: readonly BlockedValue[]) => readonly BlockedValue[] | Refusal,
  {
    parts,
    further = () => [],
  }: {
    readonly parts: BlockRouteParts
    readonly further?: (entity: EntityRow) => readonly ChangePart[]
  },
): Promise<EntityRow | Refusal | KeyInUse> {
  const done = await decideAndCommit<EntityRow | undefined, EntityRow | Refusal | KeyInUse>(parts, {
    load: () => parts.store.read.entity(entityId),
    decide(entity) {
      if (entity === undefined) return { result: unknownBlock }
      const { own, kept } = ownSettings(entity)
      const blocked = decide(kept.blocked ?? [])
      if (isRefusal(blocked)) return { result: blocked }
      const settings = withOwnSettings(own, { ...kept, blocked })
      const step = {
        kind: 'stepEntity',
        id: entityId,
        expectedVersion: entity.version,
        set: { settings },
      } as const
      return { result: entity, parts: [{ owner: 'entity', changes: [step] }, ...further(entity)] }
    },
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

function shownBlock(blocked: BlockedValue, { id, name, kind }: EntityRow) {
  const { value: _value, ...shown } = blocked
  return { ...shown, entity: { id, name, kind } }
}

function answerWith(after: object, ndc: string, { clock }: Pick<BlockRouteParts, 'clock'>): Answer {
  const meta = { ndc, atMs: clock.now() }
  return { status: 200, body: bodyOf('000.000.100', meta, { after: { ...after } }) }
}

const unknownPayment: Refusal = refuse('700.400.580', { status: 404 })

const unknownBlock: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no such block of this entity: name the entity that has it as entityId',
})

const noEmail: Refusal = refuse('200.300.404', {
  description:
    'This payment has no e-mail address of a person (customer.email): nothing could be compared',
})

const noCard: Refusal = refuse('200.300.404', {
  description: 'This payment was not paid by card: block its customer instead',
})

const wiped: Refusal = refuse('200.300.404', {
  description: 'The card number of this payment is not stored any more: block its customer instead',
})

const blockedAlready: Refusal = refuse('200.300.404', {
  status: 409,
  description: 'This is blocked already: see the list of blocks',
})

const tooMany: Refusal = refuse('200.300.404', {
  description: `An entity blocks at most ${MAX_BLOCKED} cards and customers: take one back first`,
})
