import { Type } from 'typebox'
import { entitiesBelow } from '../../entities/channels-below.ts'
import { actorOf } from '../../entities/rights.ts'
import type { CallParts, MerchantCall } from '../../http/call.ts'
import {
  answered,
  answer as answerOf,
  id as idText,
  moment,
  type Shown,
  shownEntity,
  text,
  word,
} from '../../http/described-answer.ts'
import {
  answerTo,
  type KeyInUse,
  keyInUse,
  keyParts,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../http/route.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { elsewhere, limit, reason, shaped } from '../../parameters/described-parts.ts'
import { request as requestOf } from '../../parameters/described-request.ts'
import { detailsOf } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../results/refusal.ts'
import {
  AFTER_ALL_IDS,
  type BlockRow,
  type EntityRow,
  type PaymentRow,
  type Store,
} from '../../store/port.ts'
import { allBlocksOf, subjectOfBlock } from './blocks.ts'
import { comparedEmail } from './compared-email.ts'

export interface BlockRouteParts extends CallParts {
  readonly store: Store
}

/** Of one entity: gateways keep all of them in memory while it is paid at. */
export const MAX_BLOCKED = 1000

/** Entities whose blocks one read looks for. */
const READ_AT_ONCE = 1000

const common = { access: 'token', throttle: 'status' } as const
const tag = 'Risk'

const blockRequest = requestOf(
  'risk.block',
  Type.Object({
    blockBy: Type.Enum(['card', 'customer'], {
      description:
        'card: the number that it was paid with. customer: the e-mail address (`customer.email`).',
    }),
    reason,
  }),
  { elsewhere: 'a card or customer is blocked as the payment has it' },
)

const blockSearch = requestOf(
  'risk.blocks',
  Type.Object({
    limit: limit(1000, 100),
    cursor: Type.Optional(
      shaped(/^[0-9a-f]{32}$/, 'what an earlier answer had as cursor', {
        example: '019ab3c4d5e6f708192a3b4c5d6e7f80',
        description: 'What an earlier answer had as cursor: goes on with what is older.',
      }),
    ),
  }),
  { elsewhere },
)

const shownBlock = Type.Object({
  id: idText('Of the block.'),
  by: word(['card', 'email']),
  shown: text('First six and last four digits of the card, or the e-mail address.'),
  reason: text(),
  blockedBy: text('The e-mail of a user, or the label of an access token.'),
  blockedAt: moment(),
  paymentId: idText('On whose page it was blocked.'),
  entity: shownEntity,
  isInherited: Type.Optional(
    Type.Boolean({ description: 'Of a list: an entity above blocks it.' }),
  ),
  canRemove: Type.Optional(
    Type.Boolean({
      description: 'Of a list: not a block of an entity above that of the one who asks.',
    }),
  ),
})

/** A card or customer that a person has blocked. */
export type AdminBlock = Shown<typeof shownBlock>

const blockAnswer = answerOf(
  'AdminBlockAnswer',
  { block: shownBlock },
  'A card or customer that is blocked.',
)

const blockList = answerOf(
  'AdminBlockList',
  {
    blocks: Type.Array(shownBlock),
    cursor: Type.Optional(idText('Sent for what is older: there may be more.')),
  },
  'What is blocked, newest first.',
)

/** `/admin/v1/…`: cards and customers that people block. */
export const blockRoutes: readonly Route<BlockRouteParts>[] = [
  {
    ...common,
    method: 'post',
    path: '/admin/v1/payments/{id}/block',
    right: 'customers.write',
    operation: blockRequest,
    once: true,
    docs: {
      id: 'blockOfPayment',
      tag,
      summary: 'Block the card or customer of a payment',
      description:
        'For the merchant of the payment, or for its channel where the one who asks reaches no further: payments by the same card number, or with the same e-mail address, are refused from then on. Gateways follow within a second.',
      body: 'BlockRequest',
      examples: [
        {
          name: 'card',
          summary: 'A stolen card',
          parameters: { blockBy: 'card', reason: 'Charged back as stolen' },
        },
      ],
      label: 'Block',
      subject: 'payment',
      answers: [blockAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    handle: block,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/payments/{id}/blocks',
    right: 'customers.read',
    operation: 'status',
    docs: {
      id: 'listBlocksOfPayment',
      tag,
      summary: 'List what is blocked of a payment',
      description:
        'The blocks of its card number and e-mail address that are in force for its channel, newest first.',
      label: 'Blocks',
      subject: 'payment',
      answers: [blockList],
      further: { 404: 'RefusalAnswer' },
    },
    handle: listOfPayment,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/blocks',
    right: 'customers.read',
    operation: blockSearch,
    docs: {
      id: 'listBlocks',
      tag,
      summary: 'List what people have blocked',
      description:
        'Of the entity, of those above it, which are in force for it as well, and of those below it; newest first.',
      label: 'Blocks',
      answers: [blockList],
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
      answers: [blockAnswer],
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
  const sent = blockRequest.read(call.values)
  const by = sent.blockBy === 'card' ? 'card' : 'email'
  const value = await blockedValueOf(payment, by, parts)
  if (isRefusal(value)) return value
  const entity = await parts.store.read.entity(await entityFor(payment, call, parts))
  if (entity === undefined) return unknownPayment
  const row: BlockRow = {
    entityId: entity.id,
    blocksBy: by,
    blockedValue: value,
    id: newObjectId(parts.clock.now()),
    shown: shownOf(payment, by, value),
    reason: sent.reason,
    blockedBy: actorOf(call),
    paymentId: payment.id,
    createdAtMs: parts.clock.now(),
  }
  const answer = () => oneBlock(row, { entity, ndc: request.ndc }, parts)
  const further = keyParts(entry, answer)
  const done = await decideAndCommit<Refusal | undefined, BlockRow | Refusal | KeyInUse>(parts, {
    load: () => refusalOf(row, parts),
    decide(refusal) {
      if (refusal !== undefined) return { result: refusal }
      const changes = [{ kind: 'insertBlock', row } as const]
      return { result: row, parts: [{ owner: 'block', changes }, ...further(row)] }
    },
    onConflict: keyInUse,
  })
  return answerTo(done ?? tooBusy, answer)
}

async function refusalOf(
  { entityId, blocksBy, blockedValue }: BlockRow,
  { store }: BlockRouteParts,
): Promise<Refusal | undefined> {
  const before = await store.read.blocksOfEntities([entityId], AFTER_ALL_IDS, MAX_BLOCKED)
  const isThere = before.some(
    (one) => one.blocksBy === blocksBy && one.blockedValue === blockedValue,
  )
  if (isThere) return blockedAlready
  return before.length >= MAX_BLOCKED ? tooMany : undefined
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
  by: BlockRow['blocksBy'],
  { store }: BlockRouteParts,
): Promise<string | Refusal> {
  if (by === 'email') {
    const sent = detailsOf(payment).request['customer.email']
    const email = sent === undefined ? undefined : comparedEmail(sent)
    // What begins with @ would block everybody of a domain: shoppers write what they like.
    return email === undefined || email === '' || email.startsWith('@') ? noEmail : email
  }
  const { vaultRecordId } = payment
  const record = vaultRecordId === null ? undefined : await store.read.vaultRecord(vaultRecordId)
  return detailsOf(payment).card === undefined ? noCard : (record?.fingerprint ?? wiped)
}

/** What people read of it: never more of a card than its first six and last four digits. */
function shownOf(payment: PaymentRow, by: BlockRow['blocksBy'], value: string): string {
  const { card } = detailsOf(payment)
  return by === 'email' || card === undefined ? value : `${card.bin}…${card.last4Digits}`
}

async function list(
  { call, request }: Asked<MerchantCall>,
  parts: BlockRouteParts,
): Promise<Worked> {
  const { store } = parts
  const [own, ...above] = await store.read.entityPath(entityOf(call))
  if (own === undefined) return unknownBlock
  const aboveIds = above.map(({ id }) => id)
  const sent = blockSearch.read(call.values)
  const beforeId = sent.cursor ?? AFTER_ALL_IDS
  const ids = [...aboveIds, ...(await entitiesBelow(own, store))]
  const rows = await newestOf(ids, { beforeId, limit: sent.limit }, store)
  const cursor = rows.length < sent.limit ? undefined : rows.at(-1)?.id
  const blocks = await listedBlocks(rows, { aboveIds, call }, parts)
  const shown = { blocks, ...(cursor === undefined ? {} : { cursor }) }
  return answered(blockList, shown, metaOf(request.ndc, parts))
}

async function listOfPayment(
  { id, call, request }: Asked<MerchantCall>,
  parts: BlockRouteParts,
): Promise<Worked> {
  const { store, access } = parts
  const payment = await store.read.payment(id)
  if (payment === undefined || !(await access.reaches(call, payment.entityId))) {
    return unknownPayment
  }
  const path = await store.read.entityPath(payment.entityId)
  const values = {
    card: await blockedValueOf(payment, 'card', parts),
    email: await blockedValueOf(payment, 'email', parts),
  }
  const rows = (await allBlocksOf(path, store)).filter(
    (row) =>
      subjectOfBlock(row) ===
      subjectOfBlock({ blocksBy: row.blocksBy, blockedValue: String(values[row.blocksBy]) }),
  )
  const aboveIds = path.slice(1).map((entity) => entity.id)
  const blocks = await listedBlocks(rows, { aboveIds, call }, parts)
  return answered(blockList, { blocks }, metaOf(request.ndc, parts))
}

/** Who works below the entity of a block sees it, as it is in force there, and cannot take it back. */
async function listedBlocks(
  rows: readonly BlockRow[],
  { aboveIds, call }: { readonly aboveIds: readonly string[]; readonly call: MerchantCall },
  { store, access }: BlockRouteParts,
) {
  const blocks = await Promise.all(
    rows.map(async (row) => {
      const entity = await store.read.entity(row.entityId)
      if (entity === undefined) return []
      const isInherited = aboveIds.includes(row.entityId)
      const canRemove = await access.isWithin(row.entityId, call.token.entityId)
      return [{ ...membersOf(row, entity), isInherited, canRemove }]
    }),
  )
  return blocks.flat()
}

/** The newest ones with an id before that one. */
async function newestOf(
  ids: readonly string[],
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
  { read }: Store,
): Promise<readonly BlockRow[]> {
  const found: BlockRow[] = []
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const some = ids.slice(at, at + READ_AT_ONCE)
    found.push(...(await read.blocksOfEntities(some, beforeId, limit)))
  }
  return found.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
}

async function remove(
  { id, call, request }: Asked<MerchantCall>,
  parts: BlockRouteParts,
): Promise<Worked> {
  const { store } = parts
  const entity = await store.read.entity(entityOf(call))
  if (entity === undefined) return unknownBlock
  const blocks = await store.read.blocksOfEntities([entity.id], AFTER_ALL_IDS, MAX_BLOCKED)
  const row = blocks.find((one) => one.id === id)
  if (row === undefined) return unknownBlock
  const { entityId, blocksBy, blockedValue } = row
  await store.commit([{ kind: 'removeBlock', entityId, blocksBy, blockedValue }])
  return answerTo(row, () => oneBlock(row, { entity, ndc: request.ndc }, parts))
}

const entityOf = ({ usable, token }: MerchantCall) => usable?.entity.id ?? token.entityId

function membersOf(row: BlockRow, { id, name, kind: entityKind }: EntityRow) {
  const { blocksBy: by, shown, reason, blockedBy, paymentId, createdAtMs } = row
  const entity = { id, name, kind: entityKind }
  const blockedAt = wireTimestamp(createdAtMs)
  return { id: row.id, by, shown, reason, blockedBy, blockedAt, paymentId, entity }
}

function oneBlock(
  row: BlockRow,
  { entity, ndc }: { readonly entity: EntityRow; readonly ndc: string },
  parts: BlockRouteParts,
) {
  return answered(blockAnswer, { block: membersOf(row, entity) }, metaOf(ndc, parts))
}

const metaOf = (ndc: string, { clock }: BlockRouteParts) => ({ ndc, atMs: clock.now() })

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
