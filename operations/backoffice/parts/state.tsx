import type { AdminPaymentState } from '../../administration/answer.ts'
import { t } from '../texts/texts.ts'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'good' | 'bad' | 'warn' | 'muted' | 'accent'

const TONES: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  bad: 'text-bad',
  warn: 'text-warn',
  muted: 'text-muted',
  accent: 'text-accent',
}

/** How each state of a payment looks. Every one has a shape of its own. */
const STATES: Readonly<Record<AdminPaymentState, readonly [IconName, Tone]>> = {
  succeeded: ['tick', 'good'],
  authorised: ['hold', 'accent'],
  pending: ['clock', 'warn'],
  review: ['eye', 'warn'],
  rejected: ['cross', 'muted'],
  failed: ['cross', 'bad'],
  reversed: ['void', 'muted'],
  refunded: ['back', 'muted'],
  partlyRefunded: ['half', 'muted'],
  chargedBack: ['flag', 'bad'],
  failedLater: ['cross', 'bad'],
  expired: ['void', 'muted'],
}

export function PaymentState({ state }: { readonly state: AdminPaymentState }) {
  const [icon, tone] = STATES[state] ?? (['help', 'muted'] as const)
  return <Pill icon={icon} tone={tone} text={t(`state.${state}`)} />
}

export function Pill(props: {
  readonly icon: IconName
  readonly tone: Tone
  readonly text: string
}) {
  return (
    <span class={`pill ${TONES[props.tone]}`}>
      <Icon name={props.icon} class="size-3" />
      {props.text}
    </span>
  )
}
