import { Dialog } from '../../parts/dialog.tsx'
import { Copyable, Facts, Time } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'
import type { WebhookSecret } from './webhook-wire.ts'

/** The secret of a webhook, which is shown once. */
export function SecretDialog(props: { readonly of: WebhookSecret; readonly onClose: () => void }) {
  const { secret, encryptionKey, olderSecretEndsAt } = props.of
  return (
    <Dialog title={t('webhooks.secret')} onClose={props.onClose}>
      <p class="text-pretty text-muted">{t('webhooks.secretText')}</p>
      <Facts
        class="rounded-field bg-sunken p-3"
        of={[
          [t('webhooks.secret'), <Copyable key="s" text={secret} label={t('webhooks.secret')} />],
          [
            t('webhooks.key'),
            encryptionKey && <Copyable key="k" text={encryptionKey} label={t('webhooks.key')} />,
          ],
          [t('webhooks.olderEnds'), olderSecretEndsAt && <Time key="o" at={olderSecretEndsAt} />],
        ]}
      />
    </Dialog>
  )
}
