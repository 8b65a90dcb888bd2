import { useRoute } from 'preact-iso'
import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Copyable, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import type { Account } from './account-wire.ts'
import { ToldEvents } from './told-events.tsx'

/** One account at a provider: how it is set up, and what the provider has told. */
export default function AccountPage() {
  const { id = '' } = useRoute().params
  const path = `/connector-accounts/${encodeURIComponent(id)}`
  const reading = useRead<{ readonly account: Account }>(path)
  return (
    <Page
      title={reading.body?.account.name ?? t('accounts.title')}
      beside={
        <a class="link order-first w-full" href={`${BASE}/accounts`}>
          {t('menu.accounts')}
        </a>
      }
    >
      {reading.failure !== undefined && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {reading.body === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={6} />
        </div>
      )}
      {reading.body !== undefined && <SetUp account={reading.body.account} />}
      {reading.body !== undefined && may('finance.read') && <ToldEvents accountId={id} />}
    </Page>
  )
}

function SetUp({ account }: { readonly account: Account }) {
  const { id, provider, merchantId, state, credentials, settings, eventsUrl } = account
  return (
    <Section title={t('accounts.setUp')}>
      <Facts
        class="px-4 pt-1 pb-4"
        of={[
          [t('column.state'), word('accountState', state)],
          [t('accounts.provider'), provider],
          [t('accounts.merchantId'), merchantId],
          ...credentials.map((one) => [one.slot, word('credentialState', one.state)] as const),
          [
            t('accounts.eventsUrl'),
            eventsUrl && <Copyable key="e" text={eventsUrl} label={t('accounts.eventsUrl')} />,
          ],
          [
            t('accounts.settings'),
            Object.keys(settings).length > 0 ? JSON.stringify(settings) : undefined,
          ],
          [t('fact.id'), <Copyable key="i" text={id} />],
          [t('accounts.changed'), <Time key="c" at={account.updatedAt} />],
        ]}
      />
    </Section>
  )
}
