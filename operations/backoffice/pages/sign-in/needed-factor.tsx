import { loadSession } from '../../api/session.ts'
import { t } from '../../texts/texts.ts'
import { SecondFactor } from '../profile/second-factor.tsx'
import { Card } from './card.tsx'

/** Where an installation demands a second factor, who has none sets one up before anything else. */
export default function NeededFactor() {
  return (
    <Card title={t('neededFactor.title')} lead={t('neededFactor.text')}>
      <div class="-mx-4">
        <SecondFactor isOn={false} onChange={() => void loadSession()} />
      </div>
    </Card>
  )
}
