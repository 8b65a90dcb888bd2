import { loadSession, session } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Pill } from '../../parts/state.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'
import { OwnMails } from './own-mails.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'

/** What a person sees and changes of their own account. */
export default function Profile() {
  const now = session.value
  if (now === null || now === undefined) return null
  return (
    <Page title={t('profile.title')}>
      <div class="grid items-start gap-4 lg:grid-cols-2">
        <div class="flex min-w-0 flex-col gap-4">
          <Section title={t('profile.account')}>
            <Facts
              class="px-4 pt-1 pb-4"
              of={[
                [t('invitation.name'), now.user.name],
                [t('session.email'), now.user.email],
                ...now.grants.map(({ entity, role }) => [entity.name, word('role', role)] as const),
              ]}
            />
          </Section>
          <Section title={t('profile.sessions')}>
            <Sessions />
          </Section>
        </div>
        <div class="flex min-w-0 flex-col gap-4">
          <Section title={t('profile.password')}>
            <Password />
          </Section>
          <Section title={t('profile.mails')}>
            <OwnMails />
          </Section>
          <Section title={t('profile.totp')}>
            <SecondFactor isOn={now.hasTotp} onChange={() => void loadSession()} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

interface OwnSession {
  readonly id: string
  readonly beganAt: string
  readonly lastSeenAt: string
  readonly address?: string
  readonly userAgent?: string
  readonly isThis?: boolean
}

function Sessions() {
  const reading = useRead<{ readonly sessions: readonly OwnSession[] }>('/sessions')
  const sending = useSend()
  const end = async (id: string) => {
    const answer = await sending.run(
      { method: 'DELETE', path: `/sessions/${id}` },
      t('profile.endSession'),
    )
    if (answer.ok) reading.reload()
  }
  const failure = reading.failure ?? sending.failure
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} retry={reading.reload} />}
      {reading.body === undefined && reading.isLoading && <Skeleton rows={2} />}
      <ul class="px-4 pt-1 pb-3">
        {reading.body?.sessions.map(({ id, beganAt, lastSeenAt, address, userAgent, isThis }) => (
          <li key={id} class="flex items-center gap-3 border-b border-line py-2 last:border-0">
            <span class="flex min-w-0 flex-1 flex-col">
              <span class="[overflow-wrap:anywhere]">
                {userAgent ?? t('profile.unknownBrowser')}
              </span>
              <span class="text-hint text-muted">
                {address} · {t('profile.since')} <Time at={beganAt} /> · {t('profile.lastSeen')}{' '}
                <Time at={lastSeenAt} />
              </span>
            </span>
            {isThis === true ? (
              <Pill icon="tick" tone="good" text={t('profile.thisSession')} />
            ) : (
              <button
                type="button"
                class="button"
                disabled={sending.isBusy}
                onClick={() => void end(id)}
              >
                {t('profile.endSession')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
