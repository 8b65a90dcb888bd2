import type { Access } from '../entities/access.ts'
import { cardBrandsOf, type EntitySettings } from '../entities/settings.ts'
import { isRefusal } from '../results/refusal.ts'
import type { Store } from '../store/port.ts'

/** The settings of a checkout's channel for its secured frames; a missing member sets no limit. */
export interface FrameChannel {
  readonly entityId?: string
  /** Card brands that it takes. */
  readonly brands?: readonly string[]
  /** Origins of the pages that may embed them. */
  readonly origins?: readonly string[] | undefined
  /** Origins that they may load fonts from. */
  readonly fontOrigins?: readonly string[] | undefined
  /** Whether the number's brands are asked for whatever the page wants. */
  readonly usesBinList?: boolean
}

/** Which channel: that of a checkout, else the one that the script has named. */
export interface AskedChannel {
  readonly checkoutId?: string | undefined
  readonly entityId?: string | undefined
}

export interface FrameChannelParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Pick<Access, 'channelOf' | 'settingsOf'>
}

/**
 * Looks up the channel here, because a page that embeds a frame must not decide what it is allowed.
 * A frame without a checkout, or with an unknown one, may be embedded anywhere: it can pay nothing.
 */
export async function frameChannel(
  asked: AskedChannel,
  { store, access }: FrameChannelParts,
): Promise<FrameChannel> {
  const { checkoutId, entityId: named } = asked
  if (checkoutId === undefined && named !== undefined) {
    const channel = await access.channelOf(named)
    // What is listed of a number is asked with a checkout.
    return isRefusal(channel) ? {} : { ...limitsOf(named, channel.settings), usesBinList: false }
  }
  const checkout = checkoutId === undefined ? undefined : await store.read.checkout(checkoutId)
  if (checkout === undefined) return {}
  return limitsOf(checkout.entityId, await access.settingsOf(checkout.entityId))
}

function limitsOf(entityId: string, settings: EntitySettings): FrameChannel {
  const { pageOrigins: origins, fontOrigins, brandDetectionType } = settings.checkouts ?? {}
  const usesBinList = brandDetectionType === 'binlist'
  return { entityId, brands: cardBrandsOf(settings), origins, fontOrigins, usesBinList }
}

/** The origins, joined by blanks, of those that ask to embed a frame and may. */
export function allowedParents(asked: string, origins: readonly string[] | undefined): string {
  if (origins === undefined) return asked
  return asked
    .split(' ')
    .filter((origin) => origins.includes(origin))
    .join(' ')
}
