import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { may } from '../api/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/texts.ts'
import { chosenEntity, withEntity } from './chosen-entity.ts'
import { listenForKeys } from './keys.ts'
import { BASE, type MenuEntry, menuOf } from './menu.ts'
import { EntityChoice, Person } from './person.tsx'

/** How many pages stand in the bar of a phone, beside the button for the others. */
const IN_BAR = 3

/** What is around every page: the menu as a rail, or as a bar on a phone. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [isHelpShown, showHelp] = useState(false)
  useEffect(() => listenForKeys(() => showHelp(true)), [])
  return (
    <div class="flex min-h-svh">
      <a
        href="#content"
        class="button absolute start-2 top-2 z-20 -translate-y-16 focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <Rail onHelp={() => showHelp(true)} />
      <div class="min-w-0 flex-1 pb-16 lg:pb-0 print:pb-0">{children}</div>
      <Bar />
      {isHelpShown && <Help onClose={() => showHelp(false)} />}
    </div>
  )
}

function Rail({ onHelp }: { readonly onHelp: () => void }) {
  return (
    <nav
      aria-label={t('shell.menu')}
      class="no-print sticky top-0 hidden h-svh w-52 flex-none flex-col gap-3 overflow-y-auto border-e border-line bg-paper px-2 py-3 lg:flex"
    >
      <EntityChoice />
      <MenuGroups />
      <div class="mt-auto flex flex-col gap-0.5 border-t border-line pt-2">
        <button type="button" class={ENTRY} onClick={onHelp}>
          <Icon name="help" />
          {t('help.title')}
          <kbd class="ms-auto font-mono text-hint">?</kbd>
        </button>
        <Person />
      </div>
    </nav>
  )
}

const ENTRY =
  'flex min-h-8 w-full items-center gap-2.5 rounded-field px-2.5 text-start text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink'

function MenuGroups({ onChoose }: { readonly onChoose?: () => void }) {
  return (
    <>
      {menuOf(may).map((group) => (
        <ul key={group[0]?.path} class="flex flex-col gap-0.5">
          {group.map((entry) => (
            <li key={entry.path}>
              <EntryLink entry={entry} class={ENTRY} onClick={onChoose} />
            </li>
          ))}
        </ul>
      ))}
    </>
  )
}

function EntryLink(props: {
  readonly entry: MenuEntry
  readonly class: string
  readonly onClick?: (() => void) | undefined
}) {
  const { path } = useLocation()
  const { entry } = props
  const href = BASE + entry.path
  const isHere = path === href || path.startsWith(`${href}/`)
  return (
    <a
      href={entry.isOfEntity ? withEntity(href, chosenEntity.value) : href}
      class={props.class}
      aria-current={isHere ? 'page' : undefined}
      onClick={props.onClick}
    >
      <Icon name={entry.icon} />
      <span class="min-w-0 truncate">{t(entry.text)}</span>
    </a>
  )
}

/** At the foot of a phone's screen. */
function Bar() {
  const [isOpen, open] = useState(false)
  const first = menuOf(may).flat().slice(0, IN_BAR)
  const tab =
    'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-hint text-muted aria-[current]:font-semibold aria-[current]:text-accent'
  return (
    <nav
      aria-label={t('shell.menu')}
      class="no-print fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-paper lg:hidden"
    >
      {first.map((entry) => (
        <EntryLink key={entry.path} entry={entry} class={tab} />
      ))}
      <button type="button" class={tab} aria-expanded={isOpen} onClick={() => open(true)}>
        <Icon name="more" />
        {t('shell.more')}
      </button>
      {isOpen && (
        <Dialog title={t('shell.menu')} onClose={() => open(false)}>
          <div class="-mx-2 flex flex-col gap-3">
            <MenuGroups onChoose={() => open(false)} />
            <div class="flex flex-col gap-2 border-t border-line pt-2">
              <EntityChoice />
              <Person onChoose={() => open(false)} />
            </div>
          </div>
        </Dialog>
      )}
    </nav>
  )
}

function Help({ onClose }: { readonly onClose: () => void }) {
  const keys = [
    ['/', t('help.search')],
    ['j', t('help.next')],
    ['k', t('help.previous')],
    ['Enter', t('help.open')],
    ['?', t('help.title')],
    ['Esc', t('help.close')],
  ] as const
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      <dl class="facts text-label">
        {keys.map(([key, text]) => [
          <dt key={`${key}.`}>
            <kbd class="rounded border border-edge px-1.5 font-mono text-hint text-ink">{key}</kbd>
          </dt>,
          <dd key={key}>{text}</dd>,
        ])}
      </dl>
      <a class="link" href="/docs/back-office" target="_blank" rel="noreferrer">
        {t('help.guide')}
      </a>
    </Dialog>
  )
}
