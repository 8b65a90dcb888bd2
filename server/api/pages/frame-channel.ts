import type { Store } from '../../engine/store/port.ts'
import type { Access } from '../../wire/entities/access.ts'
import { cardBrandsOf } from '../../wire/entities/settings.ts'

/** What the channel of a checkout says about its secured frames; nothing where it leaves it open. */
export interface FrameChannel {
  /** Card brands that it takes. */
  readonly brands?: readonly string[]
  /** Origins of the pages that may embed them. */
  readonly origins?: readonly string[] | undefined
}

export interface FrameChannelParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Pick<Access, 'settingsOf'>
}

/**
 * Asks for the channel here, since a page that embeds a frame must not be the one to say what it is
 * allowed. A frame of no checkout, or of an unknown one, is open to all pages: it can pay nothing.
 */
export async function frameChannel(
  checkoutId: string | undefined,
  { store, access }: FrameChannelParts,
): Promise<FrameChannel> {
  const checkout = checkoutId === undefined ? undefined : await store.read.checkout(checkoutId)
  if (checkout === undefined) return {}
  const settings = await access.settingsOf(checkout.entityId)
  return { brands: cardBrandsOf(settings), origins: settings.checkouts?.pageOrigins }
}

/** The origins, joined by blanks, of those that ask to embed a frame and may. */
export function allowedParents(asked: string, origins: readonly string[] | undefined): string {
  if (origins === undefined) return asked
  return asked
    .split(' ')
    .filter((origin) => origins.includes(origin))
    .join(' ')
}
