import type { IconName } from '../../parts/icon.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { t, word } from '../../texts/texts.ts'
import { relativeTime, shownDeadline, wholeTime } from '../../texts/times.ts'
import { type Dispute, isDueSoon, isWaiting } from './dispute-wire.ts'

const LOOKS: Readonly<Record<string, readonly [IconName, Tone]>> = {
  open: ['clock', 'warn'],
  won: ['tick', 'good'],
  lost: ['cross', 'bad'],
  accepted: ['back', 'muted'],
  expired: ['void', 'bad'],
}

export function DisputeOutcome({ outcome }: { readonly outcome: string }) {
  const [icon, tone] = LOOKS[outcome] ?? (['help', 'muted'] as const)
  return <Pill icon={icon} tone={tone} text={word('disputeOutcome', outcome)} />
}

/** Until when somebody has to answer. */
export function Deadline({
  dispute,
  isWhole = false,
  timeZone,
}: {
  readonly dispute: Dispute
  /** With date, hour and time zone in words of their own. */
  readonly isWhole?: boolean
  /** Of the merchant; absent: that of this browser. */
  readonly timeZone?: string | undefined
}) {
  const { respondBy } = dispute
  if (!isWaiting(dispute)) {
    return <span class="text-muted">{t('disputes.nothingToDo')}</span>
  }
  if (respondBy === undefined) return t('disputes.noDeadline')
  if (isWhole) {
    return (
      <span class={isDueSoon(dispute) ? 'font-semibold text-bad' : ''}>
        {t('payment.answerBy', {
          time: wholeTime(respondBy, timeZone),
          left: relativeTime(respondBy),
        })}
      </span>
    )
  }
  return (
    <span class={isDueSoon(dispute) ? 'font-semibold text-bad' : ''}>
      {relativeTime(respondBy)}{' '}
      <span class="text-hint whitespace-nowrap text-muted">
        {shownDeadline(respondBy, timeZone)}
      </span>
    </span>
  )
}
