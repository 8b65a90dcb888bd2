import type { House } from './house.ts'
import type { Form } from './shop.ts'

interface Moved {
  readonly stoppedBefore?: string
}

/** Moves the clock of the shop's channel, with all that becomes due on the way. */
export async function advance({ gateway, channelId }: House, duration: string): Promise<void> {
  let wish: Form = { advance: duration }
  for (;;) {
    const moved: Moved = await gateway.own<Moved>('/test/clock', { entityId: channelId, ...wish })
    if (moved.stoppedBefore === undefined) return
    wish = { to: moved.stoppedBefore }
  }
}

/** An outcome that was lost is asked for after 30 seconds, 2 and 10 minutes (docs/connectors.md). */
const WAITS = ['PT31S', 'PT2M', 'PT10M']

/** Lets time pass until the gateway asks once more; false: a shopper waits no longer. */
export async function letTimePass(house: House, step: number): Promise<boolean> {
  const wait = WAITS[step]
  if (wait === undefined) return false
  await advance(house, wait)
  return true
}
