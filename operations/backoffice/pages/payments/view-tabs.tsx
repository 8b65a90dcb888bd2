import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { t } from '../../texts/texts.ts'
import { type Filters, listOf, only } from './filters.ts'
import { isSame, loadViews, type SavedView, storeViews, withView } from './saved-views.ts'

const BUILT_IN: readonly Filters[] = [
  {},
  { state: 'succeeded' },
  { state: 'pending' },
  { state: 'failed' },
  { state: 'refunded' },
]

/** Filters that are often needed, one press away: ours, and those that the person has saved. */
export function ViewTabs({ filters }: { readonly filters: Filters }) {
  const [views, setViews] = useState(loadViews)
  const [isNaming, setNaming] = useState(false)
  const keep = (kept: readonly SavedView[]) => {
    storeViews(kept)
    setViews(kept)
  }
  const builtIn = BUILT_IN.map((each) => ({
    name: each.state === undefined ? t('payments.all') : t(`state.${each.state as 'failed'}`),
    filters: { ...each, ...only(filters, ['entity']) },
  }))
  const isKnown = [...builtIn, ...views].some((view) => isSame(view.filters, filters))
  const saved = views.find((view) => isSame(view.filters, filters))
  return (
    <div class="flex items-center gap-1 border-b border-line">
      <nav
        aria-label={t('payments.views')}
        class="-mb-px flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        {[...builtIn, ...views].map((view) => (
          <Tab key={view.name} view={view} isHere={isSame(view.filters, filters)} />
        ))}
      </nav>
      {!isKnown && (
        <button type="button" class="button button-quiet" onClick={() => setNaming(true)}>
          <Icon name="bookmark" />
          {t('payments.save')}
        </button>
      )}
      {saved !== undefined && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => keep(views.filter((view) => view !== saved))}
        >
          <Icon name="cross" />
          {t('payments.forget')}
        </button>
      )}
      {isNaming && (
        <NameDialog
          onName={(name) => keep(withView(views, { name, filters }))}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function Tab({ view, isHere }: { readonly view: SavedView; readonly isHere: boolean }) {
  return (
    <a
      href={listOf(view.filters)}
      aria-current={isHere ? 'page' : undefined}
      class="flex min-h-9 flex-none items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {view.name}
    </a>
  )
}

/** Longer names would push the other views out of sight. */
const MAX_NAME = 30

function NameDialog(props: {
  readonly onName: (name: string) => void
  readonly onClose: () => void
}) {
  const [name, setName] = useState('')
  return (
    <ConfirmDialog
      title={t('payments.saveTitle')}
      confirm={t('payments.save')}
      isBusy={false}
      isReady={name.trim() !== ''}
      onConfirm={() => {
        props.onName(name.trim())
        props.onClose()
      }}
      onClose={props.onClose}
    >
      <Field
        label={t('payments.viewName')}
        hint={t('payments.viewHint')}
        value={name}
        onValue={setName}
        maxLength={MAX_NAME}
        autoFocus
      />
    </ConfirmDialog>
  )
}
