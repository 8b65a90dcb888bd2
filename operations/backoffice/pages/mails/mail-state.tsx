import type { AdminMail } from '../../../mail/routes.ts'
import type { IconName } from '../../parts/icon.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { t } from '../../texts/texts.ts'

const STATES: Readonly<Record<AdminMail['state'], readonly [IconName, Tone]>> = {
  waiting: ['clock', 'warn'],
  sent: ['tick', 'good'],
  refused: ['cross', 'bad'],
  givenUp: ['flag', 'bad'],
  expired: ['void', 'muted'],
  dropped: ['half', 'muted'],
}

export function MailState({ state }: Pick<AdminMail, 'state'>) {
  const [icon, tone] = STATES[state]
  return <Pill icon={icon} tone={tone} text={t(`mailState.${state}`)} />
}
