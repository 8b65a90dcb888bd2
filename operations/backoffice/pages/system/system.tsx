import { useRead } from '../../api/use-read.ts'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { percent, whole } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'
import { relativeTime } from '../../texts/times.ts'

interface SystemAnswer {
  readonly build: string
  readonly environment: string
  readonly node: string
  readonly startedAt: string
  readonly memoryMegabytes: number
  readonly loopLoadPercent: number
  readonly dueTimers: number
  readonly longestDueSeconds: number
  readonly dueQueues: number
  readonly warnings: readonly string[]
}

/** How the gateway is: of the process that answers, and of the database. */
export default function System() {
  const reading = useRead<SystemAnswer>('/system')
  return (
    <Page
      title={t('menu.system')}
      actions={
        <button type="button" class="button" onClick={reading.reload}>
          {t('system.reload')}
        </button>
      }
    >
      {reading.body?.warnings.map((warning) => (
        <p key={warning} class="panel flex items-center gap-2 border-warn/50 px-4 py-3">
          <Icon name="warn" class="text-warn" />
          {warning}
        </p>
      ))}
      <Loaded reading={reading} rows={8}>
        {(system) => (
          <Facts
            class="p-4"
            of={[
              [t('system.build'), system.build],
              [t('system.environment'), system.environment],
              ['Node.js', system.node],
              [
                t('system.started'),
                <span key="s">
                  <Time at={system.startedAt} /> · {relativeTime(system.startedAt, Date.now())}
                </span>,
              ],
              [t('system.memory'), `${whole(system.memoryMegabytes)} MB`],
              [t('system.load'), percent(system.loopLoadPercent / 100, 0)],
              [t('system.timers'), t('system.due', due(system))],
              [t('system.queues'), whole(system.dueQueues)],
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}

function due({ dueTimers, longestDueSeconds }: SystemAnswer) {
  return { count: dueTimers, seconds: whole(longestDueSeconds) }
}
