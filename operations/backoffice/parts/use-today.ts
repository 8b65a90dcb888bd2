import { useCallback, useState } from 'preact/hooks'
import { dayAt } from '../../../common/zoned-days.ts'
import { nowMs } from '../texts/times.ts'

/** Today where the merchant is, once an answer has told the time zone (`follow`); until then in UTC. */
export function useToday() {
  const [timeZone, setTimeZone] = useState('UTC')
  const follow = useCallback((told: string | undefined) => {
    if (told !== undefined) setTimeZone(told)
  }, [])
  return { today: dayAt(nowMs(), timeZone), follow }
}
