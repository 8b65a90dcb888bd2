import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { AdminPayment, AdminPaymentList } from '../../../common/admin-wire.ts'
import { addressOf, type Failure, read, readJson } from '../../api/request.ts'
import { type Filters, faultsOf, fits, wireFilters } from './filters.ts'
import {
  EMPTY,
  type ReadList,
  showWaiting,
  withChange,
  withOlder,
  withReadAgain,
  withStreamed,
} from './newest.ts'

export interface PaymentsOfPage {
  readonly list: ReadList
  readonly isLoading: boolean
  readonly failure: Failure | undefined
  /** Whether new payments come by themselves. */
  readonly isLive: boolean
  reload(): void
  loadOlder(): void
  showNew(): void
}

/**
 * A request looks at a few thousand payments only: one that finds little is followed by others, so that what
 * is rare is found without pressing a button for each.
 */
const ENOUGH = 20
const MOST_PARTS = 50

/** The payments that fit the filters: read once, then followed. What would be refused is not asked. */
export function usePayments(filters: Filters): PaymentsOfPage {
  const isAsked = faultsOf(filters) === undefined
  const [list, setList] = useState<ReadList>(EMPTY)
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)
  const key = JSON.stringify(wireFilters(filters))
  const current = useRef(key)
  current.current = key

  const load = useCallback(
    async (from: string | undefined) => {
      setLoading(true)
      let cursor = from
      let found = 0
      for (let part = 0; part < MOST_PARTS && found < ENOUGH; part++) {
        const answer = await read<AdminPaymentList>('/payments', { ...JSON.parse(key), cursor })
        if (current.current !== key) return
        setFailure(answer.ok ? undefined : answer.failure)
        if (!answer.ok) break
        const { body } = answer
        const isFirst = cursor === undefined
        setList((before) => withOlder(isFirst ? EMPTY : before, body))
        found += body.payments.length
        cursor = body.cursor
        if (cursor === undefined) break
      }
      setLoading(false)
    },
    [key],
  )
  // `round` asks for the same once more.
  useEffect(() => {
    setList(EMPTY)
    if (isAsked) void load(undefined)
    else setLoading(false)
  }, [load, round, isAsked])
  const isLive = useStream(filters.entity, {
    payment: (payment) => {
      if (fits(filters, payment)) setList((before) => withStreamed(before, payment))
      else setList((before) => withChange(before, payment))
    },
    missed: async () => {
      if (!isAsked) return
      const answer = await read<AdminPaymentList>('/payments', JSON.parse(key))
      if (answer.ok && current.current === key) {
        setList((before) => withReadAgain(before, answer.body))
      }
    },
  })
  return {
    list,
    isLoading,
    failure,
    isLive,
    reload: () => setRound((before) => before + 1),
    loadOlder: () => void load(list.cursor),
    showNew: () => setList(showWaiting),
  }
}

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
function useStream(entityId: string | undefined, events: StreamEvents): boolean {
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
