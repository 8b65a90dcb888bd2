import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { AdminPaymentList } from '../../../administration/answer.ts'
import { type Failure, read } from '../../api/request.ts'
import { useStream } from '../../api/use-stream.ts'
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
  /** Of the days of the filters; `undefined` until the first answer. */
  readonly timeZone: string | undefined
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
  const [timeZone, setTimeZone] = useState<string>()
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
        setTimeZone(body.timeZone)
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
      if (fits(filters, payment, timeZone)) setList((before) => withStreamed(before, payment))
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
    timeZone,
    reload: () => setRound((before) => before + 1),
    loadOlder: () => void load(list.cursor),
    showNew: () => setList(showWaiting),
  }
}
