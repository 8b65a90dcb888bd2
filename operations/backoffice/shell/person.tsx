import { useLocation } from 'preact-iso'
import { newKey } from '../api/new-key.ts'
import { send } from '../api/request.ts'
import { session } from '../api/session.ts'
import { Icon, Logo } from '../parts/icon.tsx'
import { chooseLanguage, language, languages, t, word } from '../texts/texts.ts'
import { BASE } from './menu.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts'

/** Which entity is worked with, and in which environment. */
export function EntityChoice() {
  const now = session.value
  if (now === null || now === undefined) return null
  const { entity, grants, environment, rehearsal } = now
  return (
    <div class="flex items-center gap-2.5 px-1.5 pb-1">
      <Logo />
      <div class="flex min-w-0 flex-1 flex-col">
        {grants.length < 2 ? (
          <span class="truncate text-label font-semibold">{entity.name}</span>
        ) : (
          <select
            aria-label={t('shell.entity')}
            class="-ms-1 w-full truncate rounded bg-transparent text-label font-semibold"
            value={entity.id}
            onChange={(event) => void chooseEntity(event.currentTarget.value)}
          >
            {grants.map(({ entity: one }) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <span class="flex items-center gap-1.5 text-hint text-muted">
          {word('kind', entity.kind)}
          {(environment === 'test' || rehearsal) && (
            <span class="font-semibold text-warn">
              · {t(rehearsal ? 'shell.rehearsal' : 'shell.test')}
            </span>
          )}
        </span>
      </div>
    </div>
  )
}

async function chooseEntity(entityId: string): Promise<void> {
  const form = { entityId }
  const answer = await send({
    method: 'POST',
    path: '/session/entity',
    form,
    key: newKey(),
  })
  if (answer.ok) location.assign(BASE)
}

/** The person, with language, colours and the way out. */
export function Person({ onChoose }: { readonly onChoose?: () => void }) {
  const { route } = useLocation()
  const now = session.value
  if (now === null || now === undefined) return null
  const openProfile = () => {
    onChoose?.()
    route(`${BASE}/profile`)
  }
  return (
    <details
      class="group"
      // Its last button is below a low window otherwise.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary class="flex min-h-11 list-none items-center gap-2.5 rounded-field px-2.5 hover:bg-sunken">
        <span class="grid size-6 flex-none place-items-center rounded-full bg-accent text-hint font-semibold text-on-accent">
          {(now.user.name || now.user.email).slice(0, 1).toUpperCase()}
        </span>
        <span class="flex min-w-0 flex-1 flex-col leading-4">
          <span class="truncate font-medium">{now.user.name || now.user.email}</span>
          <span class="truncate text-hint text-muted">{word('role', now.role)}</span>
        </span>
        <Icon name="down" class="text-muted group-open:rotate-180" />
      </summary>
      <div class="flex flex-col gap-2 px-2.5 pt-1 pb-2">
        <button type="button" class="button" onClick={openProfile}>
          {t('profile.title')}
        </button>
        <label class="flex flex-col gap-1 text-hint text-muted">
          {t('shell.language')}
          <select
            class="field"
            value={language}
            onChange={(event) => chooseLanguage(event.currentTarget.value)}
          >
            {languages.map((code) => (
              <option key={code} value={code}>
                {new Intl.DisplayNames([code], { type: 'language' }).of(code)}
              </option>
            ))}
          </select>
        </label>
        <label class="flex flex-col gap-1 text-hint text-muted">
          {t('shell.theme')}
          <select
            class="field"
            value={chosenTheme()}
            onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {t(`theme.${theme}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button" onClick={() => void signOut()}>
          <Icon name="out" />
          {t('session.end')}
        </button>
      </div>
    </details>
  )
}

async function signOut(): Promise<void> {
  await send({ method: 'DELETE', path: '/session', key: newKey() })
  // Nothing of the person's pages stays in memory.
  location.assign(BASE)
}
