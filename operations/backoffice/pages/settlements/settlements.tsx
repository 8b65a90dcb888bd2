import { useLocation } from 'preact-iso'
import type { AdminAcquirerAccount } from '../../../settlement/answer.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { BASE } from '../../shell/menu.ts'
import { t } from '../../texts/texts.ts'
import { ownZone } from '../../texts/times.ts'
import { Files } from './files.tsx'
import { OpenLines } from './open-lines.tsx'
import { Status } from './status.tsx'

const VIEWS = ['status', 'open', 'files'] as const
type View = (typeof VIEWS)[number]

/** What acquirers settle and pay out: what is missing, lines that wait for a person, and files. */
export default function Settlements() {
  const { query, route } = useLocation()
  const reading = useRead<{ readonly accounts: readonly AdminAcquirerAccount[] }>(
    '/settlement/accounts',
    { entityId: query.entity },
  )
  const accounts = reading.body?.accounts ?? []
  const account = query.account ?? accounts[0]?.id
  const view = VIEWS.find((one) => one === query.view) ?? 'status'
  const addressOf = (wanted: View, of = account) => {
    const entity = query.entity === undefined ? {} : { entity: query.entity }
    return `${BASE}/settlements?${new URLSearchParams({ ...entity, account: of ?? '', view: wanted })}`
  }
  return (
    <Page
      title={t('menu.settlements')}
      beside={
        <>
          <EntityPicker />
          {accounts.length > 1 && (
            <select
              aria-label={t('settlements.account')}
              class="field-small max-w-72"
              value={account}
              onChange={(event) => route(addressOf(view, event.currentTarget.value))}
            >
              {accounts.map(({ id, acquirer }) => (
                <option key={id} value={id}>
                  {acquirer} · {id}
                </option>
              ))}
            </select>
          )}
        </>
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
      {reading.body !== undefined && account === undefined && (
        <div class="panel">
          <Empty
            icon="settlements"
            title={t('settlements.none')}
            text={t(query.entity === undefined ? 'settlements.noneText' : 'settlements.noneHere')}
          />
        </div>
      )}
      {account !== undefined && (
        <>
          <nav aria-label={t('payments.views')} class="flex overflow-x-auto border-b border-line">
            {VIEWS.map((one) => (
              <a
                key={one}
                href={addressOf(one)}
                aria-current={one === view ? 'page' : undefined}
                class="-mb-px flex min-h-9 flex-none items-center border-b-2 border-transparent px-3 text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {t(`settlements.${one}`)}
              </a>
            ))}
          </nav>
          {view === 'status' && <Status key={account} account={account} />}
          {view === 'open' && <OpenLines key={account} account={account} />}
          {view === 'files' && <Files key={account} account={account} />}
          <p class="text-hint text-muted">{t('times.zone', { zone: ownZone() })}</p>
        </>
      )}
    </Page>
  )
}
