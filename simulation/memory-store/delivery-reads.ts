import { listedEntities, listLimit } from '../../server/store/list-limit.ts'
import type { DeliveryRow, NoticeRow, Queue, StoreReads } from '../../server/store/port.ts'
import type { Tables } from './tables.ts'

type DeliveryReads = Pick<
  StoreReads,
  | 'webhooksOfEntity'
  | 'dueQueues'
  | 'dueQueuesOf'
  | 'heldLeases'
  | 'noticesOf'
  | 'dueDeliveries'
  | 'dueDeliveriesOf'
  | 'deliveriesOfWebhook'
  | 'callsOfSubject'
  | 'deliveriesOfSubject'
  | 'deliveryAttempts'
  | 'endedDeliveries'
>

/** The reads of webhooks and of what is delivered to them. */
export function deliveryReads(open: () => Promise<Tables>): DeliveryReads {
  return {
    webhooksOfEntity: async (entityId) =>
      (await open()).webhooks
        .filter((row) => row.entityId === entityId && row.state !== 'deleted')
        .sort((one, other) => byPlace([one.createdAtMs, one.id], [other.createdAtMs, other.id]))
        .slice(0, 100),
    dueQueues: async (nowMs, after, limit) => {
      const tables = await open()
      const noticed = tables.notices.filter(() => true).map(({ webhookId }) => webhookId)
      return queuesAfter(after, limit, [...queuesOf(waiting(tables, nowMs)), ...noticed])
    },
    dueQueuesOf: async (entityIds, nowMs, after, limit) =>
      queuesAfter(after, limit, queuesOf(ofEntities(waiting(await open(), nowMs), entityIds))),
    heldLeases: async (nowMs, after, limit) =>
      (await open()).deliveryLeases
        .filter((row) => row.queue > after && row.untilMs > nowMs)
        .sort((one, other) => (one.queue < other.queue ? -1 : 1))
        .slice(0, listLimit(limit)),
    noticesOf: async (webhookId, limit) =>
      (await open()).notices
        .filter((row) => row.webhookId === webhookId)
        .sort(byNoticeKey)
        .slice(0, listLimit(limit)),
    dueDeliveries: async (queue, nowMs, limit) => {
      const tables = await open()
      return nextOf(tables, inQueue(waiting(tables, nowMs), queue), limit)
    },
    dueDeliveriesOf: async (queue, entityIds, nowMs, limit) => {
      const tables = await open()
      const due = ofEntities(inQueue(waiting(tables, nowMs), queue), entityIds)
      return nextOf(tables, due, limit)
    },
    deliveriesOfWebhook: async (webhookId, fromMs, beforeMs, beforeId, limit) =>
      (await open()).deliveries
        .filter((row) => row.webhookId === webhookId && row.createdAtMs >= fromMs)
        .filter((row) => byPlace([row.createdAtMs, row.id], [beforeMs, beforeId]) < 0)
        .sort((one, other) => byPlace([other.createdAtMs, other.id], [one.createdAtMs, one.id]))
        .slice(0, listLimit(limit)),
    callsOfSubject: async (subjectId) =>
      ofSubject(await open(), subjectId)
        .filter((row) => row.webhookId === null)
        .slice(0, 20),
    deliveriesOfSubject: async (subjectId) => ofSubject(await open(), subjectId).slice(0, 100),
    deliveryAttempts: async (deliveryId) =>
      (await open()).deliveryAttempts
        .filter((row) => row.deliveryId === deliveryId)
        .sort((one, other) => one.attempt - other.attempt)
        .slice(0, 1000),
    endedDeliveries: async (beforeId, beforeMs, limit) =>
      (await open()).deliveries
        .filter((row) => row.state !== 'waiting' && row.id < beforeId && row.updatedAtMs < beforeMs)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, listLimit(limit)),
  }
}

/** The deliveries that wait, and are due at a time. */
function waiting({ deliveries }: Tables, atMs = Infinity): DeliveryRow[] {
  return deliveries.filter((row) => row.state === 'waiting' && row.dueAtMs <= atMs)
}

function inQueue(rows: readonly DeliveryRow[], queue: string): readonly DeliveryRow[] {
  return rows.filter((row) => row.queue === queue)
}

function ofEntities(
  rows: readonly DeliveryRow[],
  entityIds: readonly string[],
): readonly DeliveryRow[] {
  const owners = new Set(listedEntities(entityIds))
  return rows.filter((row) => owners.has(row.entityId))
}

function queuesOf(rows: readonly DeliveryRow[]): string[] {
  return rows.map(({ queue }) => queue)
}

function queuesAfter(after: string, limit: number, queues: readonly string[]): Queue[] {
  return [...new Set(queues)]
    .filter((queue) => queue > after)
    .sort()
    .slice(0, listLimit(limit))
    .map((queue) => ({ queue }))
}

/** Those that no earlier one of their order keeps waiting. */
function nextOf(tables: Tables, due: readonly DeliveryRow[], limit: number): DeliveryRow[] {
  const all = waiting(tables)
  return due
    .filter((row) => firstOf(all, row) === row)
    .sort((one, other) => byPlace([one.dueAtMs, one.id], [other.dueAtMs, other.id]))
    .slice(0, listLimit(limit))
}

/** The delivery that goes first of all that wait with the order key of this one. */
function firstOf(rows: readonly DeliveryRow[], of: DeliveryRow): DeliveryRow | undefined {
  const ordered = rows.filter((row) => row.queue === of.queue && row.orderKey === of.orderKey)
  const isFirst = (row: DeliveryRow) =>
    !ordered.some(
      (other) =>
        other.subjectId === row.subjectId &&
        byPlace([other.sequence, other.id], [row.sequence, row.id]) < 0,
    )
  return ordered.filter(isFirst).sort((one, other) => (one.id < other.id ? -1 : 1))[0]
}

type Place = readonly [number: number, id: string]

function byPlace([number, id]: Place, [otherNumber, otherId]: Place): number {
  if (number !== otherNumber) return number - otherNumber
  if (id === otherId) return 0
  return id < otherId ? -1 : 1
}

function byNoticeKey(one: NoticeRow, other: NoticeRow): number {
  return (
    byText(one.orderKey, other.orderKey) ||
    byText(one.subjectId, other.subjectId) ||
    byPlace([one.sequence, one.id], [other.sequence, other.id])
  )
}

function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Newest first. */
function ofSubject(tables: Tables, subjectId: string): DeliveryRow[] {
  return tables.deliveries
    .filter((row) => row.subjectId === subjectId)
    .sort((one, other) => byPlace([other.createdAtMs, other.id], [one.createdAtMs, one.id]))
}
