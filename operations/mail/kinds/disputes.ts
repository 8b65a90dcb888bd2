import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import type { DisputeRow } from '../../../server/store/port.ts'
import type { Facts, MailCause, MailKind, MailParts } from '../mail-kind.ts'
import { timeZoneOf } from '../time-zone.ts'

/** A shopper's bank disputes a payment, or goes on to dispute it: an answer has to be there in time. */
export const disputeOpened: MailKind = {
  name: 'disputeOpened',
  mayBeUnwanted: true,
  on: ['insertDispute', 'stepDispute'],
  async causes(changes, parts) {
    const found = changes.map(async (change) => {
      if (change.kind === 'insertDispute') return causesOf(change.row, parts)
      if (change.kind !== 'stepDispute' || !change.set.respondByMs) return []
      const row = await parts.store.read.dispute(change.id)
      if (row === undefined || row.respondByMs === change.set.respondByMs) return []
      return causesOf({ ...row, ...change.set }, parts)
    })
    return (await Promise.all(found)).flat()
  },
  isTrue: stillWaits,
  path: ({ subjectId }) => `/disputes/${subjectId}`,
}

/** So long before its deadline people are reminded of a dispute. */
const REMINDED_MS = 3 * DAY_MS

/** Channels that are looked at together, and disputes of them. */
const CHANNELS_AT_ONCE = 1000
const DISPUTES_AT_ONCE = 1000

/** A dispute still waits for its answer, three days before its deadline. */
export const disputeDeadline: MailKind = {
  name: 'disputeDeadline',
  mayBeUnwanted: true,
  due: { everyMs: HOUR_MS, find: waitingSoon },
  isTrue: stillWaits,
  path: ({ subjectId }) => `/disputes/${subjectId}`,
}

async function waitingSoon(parts: MailParts): Promise<readonly MailCause[]> {
  const { store } = parts
  const causes: MailCause[] = []
  for (let after = ''; ; ) {
    const channels = await store.read.channelsAfter(after, CHANNELS_AT_ONCE)
    if (channels.length > 0) {
      const rows = await dueSoon(
        channels.map(({ id }) => id),
        parts,
      )
      causes.push(...(await Promise.all(rows.map((row) => reminderOf(row, parts)))))
    }
    if (channels.length < CHANNELS_AT_ONCE) return causes
    after = channels.at(-1)?.id ?? ''
  }
}

async function dueSoon(
  channelIds: readonly string[],
  { store, clock }: MailParts,
): Promise<readonly DisputeRow[]> {
  const found: DisputeRow[] = []
  let [afterMs, afterId] = [clock.now(), '']
  for (;;) {
    const page = await store.read.disputesByDeadline(channelIds, afterMs, afterId, DISPUTES_AT_ONCE)
    const soon = page.filter(({ entityId, respondByMs }) => {
      const leftMs = (respondByMs ?? 0) - clock.of(entityId)
      return leftMs > 0 && leftMs <= REMINDED_MS
    })
    found.push(...soon)
    const last = page.at(-1)
    // Those with a test clock, which is ahead, may stand behind later ones: the page is read whole.
    if (last === undefined || page.length < DISPUTES_AT_ONCE || soon.length === 0) return found
    ;[afterMs, afterId] = [last.respondByMs ?? 0, last.id]
  }
}

async function reminderOf(row: DisputeRow, parts: MailParts): Promise<MailCause> {
  const respondByMs = row.respondByMs ?? 0
  return { ...(await causeOf(row, parts)), atMs: respondByMs - REMINDED_MS }
}

async function causesOf(row: DisputeRow, parts: MailParts): Promise<readonly MailCause[]> {
  const isOpen = row.outcome === 'open' && row.respondByMs !== null
  return isOpen ? [await causeOf(row, parts)] : []
}

async function causeOf(row: DisputeRow, { access, clock }: MailParts): Promise<MailCause> {
  const { id, entityId, amountMinor, currency, paymentBrand, reasonCode } = row
  const respondByMs = row.respondByMs ?? 0
  const facts: Facts = {
    amount: { minor: amountMinor, currency },
    brand: paymentBrand,
    reason: reasonCode ?? '–',
    respondBy: { atMs: respondByMs, timeZone: await timeZoneOf(entityId, access) },
  }
  const name = `${id} ${respondByMs}`
  return {
    entityId,
    subjectId: id,
    name,
    atMs: clock.now(),
    to: { right: 'disputes.answer' },
    facts,
  }
}

async function stillWaits(
  { subjectId, facts }: { readonly subjectId: string; readonly facts: string },
  { store }: MailParts,
): Promise<boolean> {
  const { respondBy } = JSON.parse(facts) as Facts
  const row = await store.read.dispute(subjectId)
  const told = typeof respondBy === 'object' && 'atMs' in respondBy ? respondBy.atMs : undefined
  return row?.outcome === 'open' && row.respondByMs === told
}
