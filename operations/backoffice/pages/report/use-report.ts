import { useEffect, useState } from 'preact/hooks'
import type { ReportAnswer } from '../../../bookings/report-routes.ts'
import { readPatiently } from '../../api/download.ts'
import type { Failure } from '../../api/request.ts'
import { type Days, merged, type ReportLine } from './report-lines.ts'

/** A report while its parts come: the sums are whole when it is. */
export interface ReportReading {
  readonly lines: readonly ReportLine[]
  readonly timeZone: string | undefined
  readonly isWhole: boolean
  readonly failure: Failure | undefined
}

const NOTHING: ReportReading = {
  lines: [],
  timeZone: undefined,
  isWhole: false,
  failure: undefined,
}

/** Reads all parts of a report. `undefined`: nothing to read. */
export function useReport(days: Days | undefined, entityId: string | undefined): ReportReading {
  const [report, setReport] = useState(NOTHING)
  const [from, to] = [days?.from, days?.to]
  useEffect(() => {
    setReport(NOTHING)
    if (from === undefined || to === undefined) return
    const ending = new AbortController()
    const query = { firstDay: from, lastDay: to, entityId }
    void readAll(query, ending.signal, setReport)
    return () => ending.abort()
  }, [from, to, entityId])
  return report
}

async function readAll(
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  show: (report: ReportReading) => void,
): Promise<void> {
  let lines: readonly ReportLine[] = []
  let cursor: string | undefined
  do {
    const answer = await readPatiently<ReportAnswer>(
      '/bookings/report',
      { ...query, cursor },
      signal,
    )
    if (signal.aborted) return
    if (!answer.ok) {
      show({ ...NOTHING, failure: answer.failure })
      return
    }
    lines = merged([...lines, ...answer.body.lines])
    cursor = answer.body.cursor
    const { timeZone } = answer.body
    show({ lines, timeZone, isWhole: cursor === undefined, failure: undefined })
  } while (cursor !== undefined)
}
