import type { IconName } from '../../parts/icon.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { word } from '../../texts/texts.ts'

const WEBHOOK_LOOKS: Readonly<Record<string, readonly [IconName, Tone]>> = {
  active: ['tick', 'good'],
  inactive: ['clock', 'warn'],
  disabled: ['cross', 'bad'],
  deleted: ['void', 'muted'],
}

export function WebhookState({ state }: { readonly state: string }) {
  const [icon, tone] = WEBHOOK_LOOKS[state] ?? (['help', 'muted'] as const)
  return <Pill icon={icon} tone={tone} text={word('webhookState', state)} />
}

const DELIVERY_LOOKS: Readonly<Record<string, readonly [IconName, Tone]>> = {
  delivered: ['tick', 'good'],
  waiting: ['clock', 'warn'],
  givenUp: ['cross', 'bad'],
}

export function DeliveryState({ state }: { readonly state: string }) {
  const [icon, tone] = DELIVERY_LOOKS[state] ?? (['help', 'muted'] as const)
  return <Pill icon={icon} tone={tone} text={word('deliveryState', state)} />
}
