import { useEffect, useState } from 'preact/hooks'
import type { AdminConnectorAccountList } from '../../../../dist/types/wire.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { EntityPicker, useChosenEntity } from '../../parts/entity-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { useSort } from '../../parts/use-sort.ts'
import { Copyable, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import type { Account, Provider } from './account-wire.ts'
import { CreateDialog } from './create-dialog.tsx'
import { CredentialDialog, StateDialog } from './way-dialogs.tsx'

/** What can be done with an account, each after one confirming step. */
interface Way {
  readonly account: Account
  readonly kind: 'credential' | 'state'
}

/** Accounts at providers, of an entity and all below it. */
export default function Accounts() {
  const entityId = useChosenEntity()
  const sorted = useSort(['name', 'updatedAt'])
  const { sortValue, sortOrder } = sorted
  const [cursors, setCursors] = useState<readonly string[]>([])
  useEffect(() => setCursors([]), [entityId, sortValue, sortOrder])
  const reading = useRead<AdminConnectorAccountList>('/connector-accounts', {
    entityId,
    sortValue,
    sortOrder,
    cursor: cursors.at(-1),
  })
  const described = useRead<{ readonly providers: readonly Provider[] }>('/providers')
  const [isCreating, openCreating] = useState(false)
  const [way, open] = useState<Way>()
  const providers = described.body?.providers ?? []
  const close = () => {
    openCreating(false)
    open(undefined)
  }
  const done = () => {
    close()
    reading.reload()
  }
  return (
    <Page
      title={t('menu.accounts')}
      beside={<EntityPicker />}
      actions={
        mayDo('account.create') &&
        providers.length > 0 && (
          <button type="button" class="button button-primary" onClick={() => openCreating(true)}>
            <Icon name="plus" />
            {t('accounts.create')}
          </button>
        )
      }
    >
      <Loaded reading={reading} rows={4}>
        {({ accounts, cursor }) =>
          accounts.length === 0 ? (
            <Empty icon="accounts" title={t('accounts.none')} text={t('accounts.noneText')} />
          ) : (
            <>
              <AccountTable accounts={accounts} sorted={sorted} onWay={open} />
              <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
            </>
          )
        }
      </Loaded>
      {isCreating && (
        <CreateDialog entityId={entityId} providers={providers} onDone={done} onClose={close} />
      )}
      {way?.kind === 'credential' && (
        <CredentialDialog account={way.account} onDone={done} onClose={close} />
      )}
      {way?.kind === 'state' && <StateDialog account={way.account} onDone={done} onClose={close} />}
    </Page>
  )
}

function AccountTable(props: {
  readonly accounts: readonly Account[]
  readonly sorted: ReturnType<typeof useSort>
  readonly onWay: (way: Way) => void
}) {
  return (
    <Table
      columns={[
        { text: t('accounts.name'), sort: props.sorted.of('name') },
        { text: t('column.state') },
        { text: t('fact.id'), isWide: true },
        { text: t('accounts.merchantId'), isWidest: true },
        { text: t('accounts.changed'), isWide: true, sort: props.sorted.of('updatedAt') },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.accounts.map((account) => (
        <LinkRow key={account.id} href={`${BASE}/accounts/${account.id}`}>
          <td>
            <RowLink href={`${BASE}/accounts/${account.id}`}>{account.name}</RowLink>
          </td>
          <td>
            <AccountState account={account} />
          </td>
          <td class="hidden md:table-cell">
            <Copyable text={account.id} />
          </td>
          <td class="hidden text-muted xl:table-cell">{account.merchantId}</td>
          <td class="hidden text-muted md:table-cell">
            <Time at={account.updatedAt} />
          </td>
          <td>
            <Ways account={account} onWay={props.onWay} />
          </td>
        </LinkRow>
      ))}
    </Table>
  )
}

function AccountState({ account }: { readonly account: Account }) {
  const isActive = account.state === 'active'
  const lacks = account.credentials.filter(
    ({ state, isOptional }) => state !== 'set' && !(isOptional && state === 'missing'),
  )
  const { heldUntil } = account
  return (
    <span class="flex flex-wrap items-center gap-2">
      <Pill
        icon={isActive ? 'tick' : 'cross'}
        tone={isActive ? 'good' : 'muted'}
        text={word('accountState', account.state)}
      />
      {heldUntil !== undefined && Date.parse(heldUntil) > Date.now() && (
        <span class="text-muted">
          {t('accounts.heldUntil')} <Time at={heldUntil} />
        </span>
      )}
      {lacks.map(({ slot, state }) => (
        <span key={slot} class="text-muted">
          {slot}: {word('credentialState', state)}
        </span>
      ))}
    </span>
  )
}

function Ways(props: { readonly account: Account; readonly onWay: (way: Way) => void }) {
  const { account, onWay } = props
  if (!mayDo('account.change')) return null
  return (
    <span class="flex flex-wrap justify-end gap-2">
      {account.credentials.length > 0 && (
        <button type="button" class="button" onClick={() => onWay({ account, kind: 'credential' })}>
          {t('accounts.credential')}
        </button>
      )}
      <button type="button" class="button" onClick={() => onWay({ account, kind: 'state' })}>
        {t(account.state === 'active' ? 'accounts.disable' : 'accounts.enable')}
      </button>
    </span>
  )
}
