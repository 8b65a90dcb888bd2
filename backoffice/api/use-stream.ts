import { useEffect, useRef, useState } from 'preact/hooks'
import type { AdminPayment } from '../../common/admin-wire.ts'
import { addressOf, readJson } from './request.ts'

/** The gateway ends a stream after a while, and the browser opens the next one within a second. */
const PATIENCE_MS = 5_000

/** What the stream tells. */
interface StreamEvents {
  readonly payment: (payment: AdminPayment) => void
  /** Some changes were not told. */
  readonly missed: () => void
}

/**
 * Follows the stream while the page is seen: a browser has few connections for one address, and hidden
 * pages must not hold them all. The browser connects again by itself.
 */
export function useStream(entityId: string | undefined, events: StreamEvents): boolean {
  const [isLive, setLive] = useState(false)
  const current = useRef(events)
  current.current = events
  useEffect(() => {
    let source: EventSource | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    const live = () => {
      clearTimeout(silence)
      silence = undefined
      setLive(true)
    }
    const follow = () => {
      source = new EventSource(addressOf('/payments/stream', { entityId }))
      source.addEventListener('open', live)
      source.addEventListener('error', () => {
        silence ??= setTimeout(() => setLive(false), PATIENCE_MS)
      })
      source.addEventListener('payment', ({ data }) =>
        current.current.payment(readJson(data) as AdminPayment),
      )
      source.addEventListener('missed', () => current.current.missed())
    }
    const turn = () => {
      source?.close()
      setLive(false)
      if (document.hidden) return
      follow()
      current.current.missed()
    }
    if (!document.hidden) follow()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      clearTimeout(silence)
      source?.close()
    }
  }, [entityId])
  return isLive
}
