import { useState } from 'preact/hooks'
import type { AdminInvitation, AdminUser } from '../../../people/answer.ts'
import { session } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Copyable, Time } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'
import { EndSessionsDialog, InviteDialog, StateDialog, WithdrawDialog } from './dialogs.tsx'
import { RoleDialog } from './role-dialog.tsx'

type Opened =
  | { readonly kind: 'invite' }
  | { readonly kind: 'link'; readonly link: string; readonly email: string }
  | { readonly kind: 'withdraw'; readonly invitation: AdminInvitation }
  | { readonly kind: 'role' | 'block' | 'unblock' | 'endSessions'; readonly user: AdminUser }

/** Who may sign in, in which role, and who was invited. */
export default function Users() {
  const users = useRead<{ readonly users: readonly AdminUser[] }>('/users')
  const invitations = useRead<{ readonly invitations: readonly AdminInvitation[] }>('/invitations')
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const reload = () => {
    users.reload()
    invitations.reload()
  }
  return (
    <Page
      title={t('menu.users')}
      actions={
        <button
          type="button"
          class="button button-primary"
          onClick={() => open({ kind: 'invite' })}
        >
          <Icon name="plus" />
          {t('users.invite')}
        </button>
      }
    >
      <Loaded reading={users} rows={5}>
        {({ users: found }) => <UserTable users={found} open={open} />}
      </Loaded>
      <h2 class="text-label font-semibold">{t('users.invitations')}</h2>
      <Loaded reading={invitations} rows={2}>
        {({ invitations: found }) =>
          found.length === 0 ? (
            <Empty
              icon="users"
              title={t('users.noInvitations')}
              text={t('users.noInvitationsText')}
            />
          ) : (
            <InvitationTable invitations={found} open={open} />
          )
        }
      </Loaded>
      {opened?.kind === 'invite' && (
        <InviteDialog
          onInvited={(link, email) => {
            open({ kind: 'link', link, email })
            reload()
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'link' && (
        <Dialog title={t('users.linkTitle')} onClose={close}>
          <p class="text-pretty text-muted">{t('users.linkText', { email: opened.email })}</p>
          <p class="rounded-field bg-sunken p-3">
            <Copyable text={opened.link} label={t('users.linkTitle')} />
          </p>
        </Dialog>
      )}
      {opened?.kind === 'withdraw' && (
        <WithdrawDialog invitation={opened.invitation} onDone={reload} onClose={close} />
      )}
      {opened?.kind === 'role' && <RoleDialog user={opened.user} onDone={reload} onClose={close} />}
      {opened?.kind === 'endSessions' && (
        <EndSessionsDialog user={opened.user} onDone={reload} onClose={close} />
      )}
      {(opened?.kind === 'block' || opened?.kind === 'unblock') && (
        <StateDialog user={opened.user} way={opened.kind} onDone={reload} onClose={close} />
      )}
    </Page>
  )
}

const LOOKS: Readonly<Record<AdminUser['state'], readonly [IconName, Tone]>> = {
  active: ['tick', 'good'],
  locked: ['lock', 'warn'],
  blocked: ['cross', 'bad'],
}

function UserTable(props: {
  readonly users: readonly AdminUser[]
  readonly open: (opened: Opened) => void
}) {
  const me = session.value?.user.id
  return (
    <Table
      columns={[
        { text: t('invitation.name') },
        { text: t('users.roles'), isWide: true },
        { text: t('column.state'), isWide: true },
        { text: t('profile.totp'), isWide: true },
        { text: t('users.lastSeen'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.users.map((user) => {
        const [icon, tone] = LOOKS[user.state]
        const way = user.state === 'active' ? 'block' : 'unblock'
        return (
          <tr key={user.id} class="[&>td]:py-2">
            <td class="[overflow-wrap:anywhere]">
              <span class="font-medium">{user.name}</span>
              {user.name !== user.email && (
                <span class="block text-hint text-muted">{user.email}</span>
              )}
              <span class="block pt-1 md:hidden">
                <Roles of={user} />
              </span>
            </td>
            <td class="hidden md:table-cell">
              <Roles of={user} />
            </td>
            <td class="hidden md:table-cell">
              <Pill icon={icon} tone={tone} text={t(`userState.${user.state}`)} />
            </td>
            <td class="hidden md:table-cell">{user.hasTotp ? t('totp.on') : t('totp.off')}</td>
            <td class="hidden text-muted md:table-cell">
              {user.lastSeenAt === undefined ? '–' : <Time at={user.lastSeenAt} />}
            </td>
            <td>
              {user.id === me ? (
                <span class="block text-end text-muted">{t('users.you')}</span>
              ) : (
                <span class="flex flex-wrap justify-end gap-2">
                  <button
                    type="button"
                    class="button"
                    onClick={() => props.open({ kind: 'role', user })}
                  >
                    {t('users.role')}
                  </button>
                  <button
                    type="button"
                    class="button"
                    onClick={() => props.open({ kind: 'endSessions', user })}
                  >
                    {t('users.endSessions')}
                  </button>
                  <button
                    type="button"
                    class={`button ${way === 'block' ? 'button-bad' : ''}`}
                    onClick={() => props.open({ kind: way, user })}
                  >
                    {t(`users.${way}`)}
                  </button>
                </span>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** In a column of its own, or under the name where the screen is narrow. */
function Roles({ of: { grants } }: { readonly of: AdminUser }) {
  return grants.map((grant) => (
    <span key={grant.entity.id} class="block">
      <Role of={grant} />
    </span>
  ))
}

function Role({ of: { entity, role } }: { readonly of: AdminUser['grants'][number] }) {
  return (
    <>
      {word('role', role)} <span class="text-muted">· {entity.name}</span>
    </>
  )
}

function InvitationTable(props: {
  readonly invitations: readonly AdminInvitation[]
  readonly open: (opened: Opened) => void
}) {
  return (
    <Table
      columns={[
        { text: t('session.email') },
        { text: t('users.roles'), isWide: true },
        { text: t('users.invitedBy'), isWide: true },
        { text: t('users.expires'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.invitations.map((invitation) => (
        <tr key={invitation.id}>
          <td class="[overflow-wrap:anywhere]">
            <span class="font-medium">{invitation.email}</span>
            <span class="block md:hidden">
              <Role of={invitation} />
            </span>
          </td>
          <td class="hidden md:table-cell">
            <Role of={invitation} />
          </td>
          <td class="hidden text-muted md:table-cell">{invitation.invitedBy}</td>
          <td class="hidden text-muted md:table-cell">
            <Time at={invitation.expiresAt} />
          </td>
          <td class="end">
            <button
              type="button"
              class="button"
              onClick={() => props.open({ kind: 'withdraw', invitation })}
            >
              {t('users.withdraw')}
            </button>
          </td>
        </tr>
      ))}
    </Table>
  )
}
