import { useEffect, useRef, useState } from 'preact/hooks'
import { followStream, type StreamEvents } from './follow-stream.ts'
import { addressOf } from './request.ts'

/**
 * Follows the stream while the page is seen: a browser has few connections for one address, and hidden
 * pages must not hold them all.
 */
export function useStream(entityId: string | undefined, events: StreamEvents): boolean {
  const [isLive, setLive] = useState(false)
  const current = useRef(events)
  current.current = events
  useEffect(() => {
    let stop = () => {}
    const follow = () => {
      stop = followStream(addressOf('/payments/stream', { entityId }), {
        live: setLive,
        payment: (payment) => current.current.payment(payment),
        missed: () => current.current.missed(),
      })
    }
    const turn = () => {
      stop()
      setLive(false)
      if (document.hidden) return
      follow()
      current.current.missed()
    }
    if (!document.hidden) follow()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      stop()
    }
  }, [entityId])
  return isLive
}
