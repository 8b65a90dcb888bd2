import { useState } from 'preact/hooks'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import type { IconName } from '../../parts/icon.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'

interface Schedule {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly plan: {
    readonly state: string
    readonly runs?: number
    readonly lastRun?: string
    readonly lastPaymentId?: string
    readonly pauseReason?: string
    readonly endReason?: string
  }
  readonly nextRuns: readonly string[]
}

type Way = 'pause' | 'resume' | 'deschedule'

interface Opened {
  readonly schedule: Schedule
  readonly way: Way
}

/** What is paid again and again with stored details. */
export function Schedules({ registrationId }: { readonly registrationId: string }) {
  const path = `/schedules/${encodeURIComponent(registrationId)}`
  const reading = useRead<{ readonly schedules: readonly Schedule[] }>(path)
  const [opened, open] = useState<Opened>()
  const { failure, body, isLoading, reload } = reading
  return (
    <Section title={t('schedules.title')}>
      {failure !== undefined && failure.status !== 404 && (
        <FailureNotice failure={failure} retry={reload} />
      )}
      {body === undefined && isLoading && <Skeleton rows={2} />}
      {(body?.schedules.length === 0 || failure?.status === 404) && (
        <p class="px-4 pt-1 pb-4 text-muted">{t('schedules.none')}</p>
      )}
      <ul class="px-4 pt-1 pb-2">
        {body?.schedules.map((schedule) => (
          <OneSchedule key={schedule.id} schedule={schedule} open={open} />
        ))}
      </ul>
      {opened !== undefined && (
        <WayDialog {...opened} onDone={reload} onClose={() => open(undefined)} />
      )}
    </Section>
  )
}

const LOOKS: Readonly<Record<string, readonly [IconName, Tone]>> = {
  active: ['tick', 'good'],
  pastDue: ['warn', 'bad'],
  paused: ['hold', 'warn'],
}

function OneSchedule(props: {
  readonly schedule: Schedule
  readonly open: (opened: Opened) => void
}) {
  const { schedule, open } = props
  const { plan, nextRuns } = schedule
  const [next] = nextRuns
  const [icon, tone] = LOOKS[plan.state] ?? (['void', 'muted'] as const)
  const ways: readonly Way[] =
    plan.state === 'paused'
      ? ['resume', 'deschedule']
      : plan.state === 'active' || plan.state === 'pastDue'
        ? ['pause', 'deschedule']
        : []
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0">
      <Pill icon={icon} tone={tone} text={word('scheduleState', plan.state)} />
      <span class="font-medium">
        <Amount amount={schedule.amount} currency={schedule.currency} />
      </span>
      {plan.runs !== undefined && (
        <span class="text-muted">{t('schedules.runs', { count: plan.runs })}</span>
      )}
      {next !== undefined && (
        <span class="text-muted">
          {t('schedules.next')} <Time at={next} />
        </span>
      )}
      {plan.lastPaymentId !== undefined && (
        <a class="link" href={`${BASE}/payments/${plan.lastPaymentId}`}>
          {t('schedules.lastPayment')}
        </a>
      )}
      <span class="text-muted">{plan.pauseReason ?? plan.endReason}</span>
      {mayDo('schedule.pause') && (
        <span class="ms-auto flex gap-2">
          {ways.map((way) => (
            <button
              key={way}
              type="button"
              class={`button ${way === 'deschedule' ? 'button-bad' : ''}`}
              onClick={() => open({ schedule, way })}
            >
              {t(`schedules.${way}`)}
            </button>
          ))}
        </span>
      )}
    </li>
  )
}

function WayDialog(props: Opened & { readonly onDone: () => void; readonly onClose: () => void }) {
  const { schedule, way } = props
  const sending = useSend()
  const confirm = async () => {
    const path = `/schedules/${schedule.id}/${way}`
    const answer = await sending.run({ method: 'POST', path }, t(`schedules.${way}`))
    if (answer.ok) {
      props.onDone()
      props.onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t(`schedules.${way}`)}
      sentence={t(`schedules.${way}Plan`)}
      confirm={t(`schedules.${way}`)}
      isBad={way === 'deschedule'}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  )
}
