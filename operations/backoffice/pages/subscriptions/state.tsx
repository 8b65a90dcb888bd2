import type { AdminSubscription } from '../../../subscriptions/answer.ts'
import type { IconName } from '../../parts/icon.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { brandName } from '../../texts/brands.ts'
import { resultText } from '../../texts/gateway-texts.ts'
import { t, word } from '../../texts/texts.ts'

const LOOKS: Readonly<Record<string, readonly [IconName, Tone]>> = {
  active: ['tick', 'good'],
  pastDue: ['warn', 'bad'],
  paused: ['hold', 'warn'],
}

/** How a subscription stands, in a word. */
export function SubscriptionState({ state }: { readonly state: string }) {
  const [icon, tone] = LOOKS[state] ?? (['void', 'muted'] as const)
  return <Pill icon={icon} tone={tone} text={word('scheduleState', state)} />
}

type Reasons = Pick<AdminSubscription, 'state' | 'pauseReason' | 'endReason' | 'unpaid'>

/** Why it stands so; `undefined`: there is nothing to say. */
export function reasonOf({ state, pauseReason, endReason, unpaid }: Reasons): string | undefined {
  if (state === 'pastDue') return unpaid === undefined ? undefined : resultText(unpaid)
  if (pauseReason !== undefined) return t(`subscription.paused.${pauseReason}`)
  return endReason === undefined ? undefined : t(`subscription.ended.${endReason}`)
}

/** Stored details by brand and last four digits. */
export function cardName({
  paymentBrand,
  last4,
}: Pick<NonNullable<AdminSubscription['card']>, 'paymentBrand' | 'last4'>): string {
  return last4 === undefined ? brandName(paymentBrand) : `${brandName(paymentBrand)} •••• ${last4}`
}
