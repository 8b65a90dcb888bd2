import { Type } from 'typebox'
import { channelsBelow, MAX_CHANNELS, tooManyChannels } from '../../entities/channels-below.ts'
import type { Answer } from '../../http/answer.ts'
import type { CallParts, MerchantCall } from '../../http/call.ts'
import {
  answer,
  answered,
  id as idText,
  moment,
  type Shown,
  shownEntity,
  text,
  word,
} from '../../http/described-answer.ts'
import type { Asked, Route } from '../../http/route.ts'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { elsewhere, limit, shaped } from '../../parameters/described-parts.ts'
import { request as described } from '../../parameters/described-request.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { CheckoutRow, Store } from '../../store/port.ts'
import { requestOf } from './stored-request.ts'

interface ListParts extends CallParts {
  readonly store: Store
}

/** Characters of an id that are shown: whole, it lets a shopper pay (R-TOK-2). */
const SHOWN_ID = 8

const checkoutSearch = described(
  'admin.checkouts',
  Type.Object({
    before: Type.Optional(
      shaped(/^[1-9][0-9]{0,14}-[0-9A-F]{8}$/, 'what an earlier answer had as before', {
        example: '1795798800000-0F1E2D3C',
        description: 'What an earlier answer had as before: goes on with what is older.',
      }),
    ),
    limit: limit(200, 100),
  }),
  { elsewhere },
)

const listedCheckout = Type.Object({
  shownId: text('The beginning of its id.'),
  state: word(['open', 'processing', 'pending', 'done', 'expired', 'deleted']),
  createdAt: moment(),
  expiresAt: moment(),
  entity: shownEntity,
  amount: Type.Optional(text()),
  currency: Type.Optional(text()),
  paymentType: Type.Optional(text()),
  merchantTransactionId: Type.Optional(text()),
  paymentId: Type.Optional(idText('Of the latest attempt to pay.')),
  registrationId: Type.Optional(idText('Of the latest attempt to store.')),
})

/** A checkout as lists show it: the beginning of its id, because the whole one is a credential. */
export type AdminCheckout = Shown<typeof listedCheckout>

const checkoutList = answer(
  'AdminCheckoutList',
  {
    checkouts: Type.Array(listedCheckout),
    before: Type.Optional(text('There are older ones: send it for them.')),
  },
  'Checkouts, newest first.',
)

/** `GET /admin/v1/checkouts`: what shoppers were offered, newest first. */
export const checkoutListRoute: Route<ListParts> = {
  access: 'token',
  method: 'get',
  path: '/admin/v1/checkouts',
  right: 'payments.read',
  operation: checkoutSearch,
  throttle: 'status',
  docs: {
    id: 'listCheckouts',
    tag: 'Checkouts',
    summary: 'List checkouts',
    description:
      'Newest first, of the entity and all below it. Of an id only its beginning is shown: the whole one is a credential of the shopper.',
    label: 'Checkouts',
    answers: [checkoutList],
  },
  handle: listCheckouts,
}

async function listCheckouts(
  { call, request }: Asked<MerchantCall>,
  { store, clock }: ListParts,
): Promise<Answer | Refusal> {
  const { usable, token } = call
  const entity = usable?.entity ?? (await store.read.entity(token.entityId))
  if (entity === undefined) return unknownEntity
  const channels = await channelsBelow(entity, store)
  if (channels.length > MAX_CHANNELS) return tooManyChannels
  const { before, limit: most } = checkoutSearch.read(call.values)
  const place = before === undefined ? FROM_NEWEST : readPlace(before)
  const { rows, next } = await newest(channels, { place, limit: most }, store)
  const names = new Map<string, string>()
  for (const id of new Set(rows.map(({ entityId }) => entityId))) {
    names.set(id, (await store.read.entity(id))?.name ?? '')
  }
  const shown = {
    checkouts: rows.map((row) => shownCheckout(row, names.get(row.entityId) ?? '')),
    ...(next === undefined ? {} : { before: next }),
  }
  return answered(checkoutList, shown, { ndc: request.ndc, atMs: clock.now() })
}

/** Where a list goes on: behind the checkout of this time and beginning of an id. */
type Place = readonly [createdAtMs: number, shownId: string]

const FROM_NEWEST: Place = [Number.MAX_SAFE_INTEGER, '']

function readPlace(text: string): Place {
  const [createdAtMs, shownId = ''] = text.split('-')
  return [Number(createdAtMs), shownId]
}

const placeOf = ({ createdAtMs, id }: CheckoutRow) => `${createdAtMs}-${id.slice(0, SHOWN_ID)}`

/** The newest of all channels, and where the list goes on. Those with one place stay together. */
async function newest(
  channels: readonly string[],
  { place, limit }: { readonly place: Place; readonly limit: number },
  { read }: Pick<Store, 'read'>,
): Promise<{ readonly rows: readonly CheckoutRow[]; readonly next?: string }> {
  if (channels.length === 0) return { rows: [] }
  const found = await read.checkoutsOfEntities(channels, ...place, limit + 1)
  const further = found[limit]
  if (further === undefined) return { rows: found }
  const next = placeOf(further)
  const rows = found.slice(0, limit).filter((row) => placeOf(row) !== next)
  const last = rows.at(-1)
  return last === undefined ? { rows: found } : { rows, next: placeOf(last) }
}

function shownCheckout(checkout: CheckoutRow, name: string): AdminCheckout {
  const { id, entityId, state, paymentId, registrationId, createdAtMs, expiresAtMs } = checkout
  const request = requestOf(checkout)
  const sent = (parameter: 'amount' | 'currency' | 'paymentType' | 'merchantTransactionId') => {
    const value = request.get(parameter)
    return value === undefined ? {} : { [parameter]: value }
  }
  return {
    shownId: id.slice(0, SHOWN_ID),
    state,
    createdAt: wireTimestamp(createdAtMs),
    expiresAt: wireTimestamp(expiresAtMs),
    entity: { id: entityId, name, kind: 'channel' },
    ...sent('amount'),
    ...sent('currency'),
    ...sent('paymentType'),
    ...sent('merchantTransactionId'),
    ...(paymentId === null ? {} : { paymentId }),
    ...(registrationId === null ? {} : { registrationId }),
  }
}

const unknownEntity: Refusal = refuse('700.400.580', { status: 404 })
