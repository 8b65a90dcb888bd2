import type { AdminListedPayout } from '../../../settlement/answer.ts'
import type { IconName } from '../../parts/icon.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { word } from '../../texts/texts.ts'

/** What is carried over is nobody's fault: it has no colour of its own. */
const STATES: Readonly<Record<AdminListedPayout['state'], readonly [IconName, Tone]>> = {
  paid: ['tick', 'good'],
  announced: ['clock', 'accent'],
  waiting: ['clock', 'warn'],
  carriedOver: ['right', 'muted'],
  returned: ['back', 'bad'],
}

/** How the money of a payout stands. */
export function PayoutPill({ payout }: { readonly payout: Pick<AdminListedPayout, 'state'> }) {
  const [icon, tone] = STATES[payout.state]
  return <Pill icon={icon} tone={tone} text={word('payoutState', payout.state)} />
}
