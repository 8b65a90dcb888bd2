import { t } from '../../texts/texts.ts'
import { Password } from '../profile/password.tsx'
import { Card } from './card.tsx'

/** Somebody whose password an operator knows chooses another one before anything else. */
export default function FirstPassword() {
  return (
    <Card title={t('firstPassword.title')} lead={t('firstPassword.text')}>
      <div class="-mx-4">
        <Password />
      </div>
    </Card>
  )
}
