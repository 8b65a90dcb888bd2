import { HOUR_MS } from '../../../common/durations.ts'
import { parseAmount } from '../../../common/money.ts'
import { ownSettings } from '../../entities/own-settings.ts'
import { limitAt } from '../../entities/second-person-limit.ts'
import type { Change, EntityRow, Store } from '../../store/port.ts'

/** What one person charges to stored details within a day, by what the request says. */
export interface ChargedAlone {
  readonly registrationIds: readonly string[]
  /** The card of an earlier payment that is charged again, as the vault names it. */
  readonly fingerprint?: string
  /** Of all that falls due within a day; in minor units. */
  readonly amountMinor: number
  readonly currency: string
}

/** A day and the hour that has begun: any 24 hours lie within one of these windows. */
const WINDOW_HOURS = 25

/**
 * Adds up what one person charges to the same card or account, by whatever registration, within 24 hours, and
 * answers whether that is within the limit of each entity that has one. Counted before it is charged: what is
 * declined counts, too. Of parts at the same moment no more than the limit passes. Rejects with the store.
 */
export async function countChargedAlone(
  charged: ChargedAlone,
  {
    channelId,
    nowMs,
    before,
  }: {
    readonly channelId: string
    readonly nowMs: number
    /** What was counted of the object that is changed, and is not counted again. */
    readonly before: ChargedAlone | undefined
  },
  store: Pick<Store, 'read' | 'commit'>,
): Promise<boolean> {
  const path = await store.read.entityPath(channelId)
  const isSameCurrency = before?.currency === charged.currency
  const known = await subjectsOf(isSameCurrency ? before : { registrationIds: [] }, store)
  const takes: Change[] = []
  for (const subject of await subjectsOf(charged, store)) {
    const countedMinor = known.has(subject) ? (before?.amountMinor ?? 0) : 0
    const used = charged.amountMinor - countedMinor
    for (const entity of used > 0 ? path : []) {
      const mostMinor = mostOf(entity, charged.currency, nowMs)
      if (mostMinor === undefined) continue
      const about = `charged alone ${entity.id} ${subject} ${charged.currency}`
      takes.push(...windowsAt(nowMs, { about, used, most: mostMinor }))
    }
  }
  return takes.length === 0 || (await store.commit(takes)).applied
}

/** The number where it is known, so that a second registration of one card counts with the first. */
async function subjectsOf(
  { registrationIds, fingerprint }: Pick<ChargedAlone, 'registrationIds' | 'fingerprint'>,
  { read }: Pick<Store, 'read'>,
): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(registrationIds.map((id) => read.registration(id)))
  const subjects = rows.map((row, index) => row?.fingerprint ?? registrationIds[index] ?? '')
  return new Set(fingerprint === undefined ? subjects : [...subjects, fingerprint])
}

/** An entity's own limit in minor units; `undefined`: it has none. One that cannot be read lets nothing pass. */
function mostOf(entity: EntityRow, currency: string, nowMs: number): number | undefined {
  const { own, kept } = ownSettings(entity)
  const limit = limitAt({ ...own, ...kept }, currency, nowMs)
  if (limit === undefined) return undefined
  const most = parseAmount(limit, currency)
  return typeof most === 'string' ? 0 : most.minor
}

/** Takes from all windows that the moment lies in. */
function windowsAt(
  nowMs: number,
  { about, used, most }: { readonly about: string; readonly used: number; readonly most: number },
): readonly Change[] {
  const hour = Math.floor(nowMs / HOUR_MS)
  return Array.from({ length: WINDOW_HOURS }, (_, back) => {
    const first = hour - back
    const expiresAtMs = (first + WINDOW_HOURS) * HOUR_MS
    return { kind: 'takeQuota', row: { key: `${about} ${first}`, used, most, expiresAtMs } }
  })
}
