import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { may, mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Copyable, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { AccountCheck } from './account-check.tsx'
import type { Account, Provider } from './account-wire.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ToldEvents } from './told-events.tsx'

/** One account at a provider: how it is set up, and what the provider has told. */
export default function AccountPage() {
  const { id = '' } = useRoute().params
  const path = `/connector-accounts/${encodeURIComponent(id)}`
  const reading = useRead<{ readonly account: Account }>(path)
  const described = useRead<{ readonly providers: readonly Provider[] }>(
    mayDo('account.change') ? '/providers' : undefined,
  )
  const [isChanging, open] = useState(false)
  const provider = described.body?.providers.find(
    ({ name }) => name === reading.body?.account.provider,
  )
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
      {reading.body !== undefined && (
        <SetUp
          account={reading.body.account}
          described={provider}
          onChange={provider === undefined ? undefined : () => open(true)}
        />
      )}
      {reading.body !== undefined && mayDo('account.change') && <AccountCheck accountId={id} />}
      {reading.body !== undefined && may('finance.read') && <ToldEvents accountId={id} />}
      {isChanging && reading.body !== undefined && provider !== undefined && (
        <ChangeDialog
          account={reading.body.account}
          provider={provider}
          onDone={() => {
            open(false)
            reading.reload()
          }}
          onClose={() => open(false)}
        />
      )}
    </Page>
  )
}

interface SetUpProps {
  readonly account: Account
  /** Absent: who looks may change nothing. */
  readonly described: Provider | undefined
  readonly onChange: (() => void) | undefined
}

function SetUp(props: SetUpProps) {
  const { account, described, onChange } = props
  const { id, provider, merchantId, state, credentials, settings, eventsUrl } = account
  return (
    <Section title={t('accounts.setUp')}>
      <Facts
        class="px-4 pt-1 pb-4"
        of={[
          [t('column.state'), word('accountState', state)],
          [t('accounts.provider'), described?.title ?? provider],
          [t('accounts.proven'), described?.proven && wordsOf(described.proven)],
          [t('accounts.merchantId'), merchantId],
          ...credentials.map(
            ({ slot, state: of }) =>
              [
                described?.credentials.find(({ name }) => name === slot)?.title ?? slot,
                word('credentialState', of),
              ] as const,
          ),
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
      {onChange !== undefined && (
        <p class="px-4 pb-4">
          <button type="button" class="button" onClick={onChange}>
            {t('accounts.change')}
          </button>
        </p>
      )}
    </Section>
  )
}

/** What was shown of a connector: with a description alone, an account of test, in live. */
function wordsOf({ schema, testAccount, live }: NonNullable<Provider['proven']>): string {
  const tried =
    testAccount === undefined
      ? t('accounts.provenNotTried')
      : t('accounts.provenTestAccount', { day: testAccount })
  const sold =
    live === undefined
      ? t('accounts.provenNotLive')
      : t('accounts.provenLive', { by: live.by, day: live.day })
  return [t('accounts.provenSchema', { schema }), tried, sold].join(' · ')
}
