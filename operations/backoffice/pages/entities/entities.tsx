import { useState } from 'preact/hooks'
import {
  type EntityList,
  foundInTree,
  inTreeOrder,
  type PlacedEntity,
  useEntities,
} from '../../api/entities.ts'
import { LinkRow, RowLink } from '../../parts/link-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Copyable, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'

/** The tree of providers, divisions, merchants and channels. */
export default function Entities() {
  const reading = useEntities()
  return (
    <Page title={t('menu.entities')}>
      <Loaded reading={reading} rows={6}>
        {(list) => <Tree {...list} />}
      </Loaded>
    </Page>
  )
}

function Tree({ entities, isCut }: EntityList) {
  const [typed, setTyped] = useState('')
  const found = foundInTree(inTreeOrder(entities), typed)
  return (
    <>
      <div class="max-w-md px-4 pt-3 pb-2">
        <input
          type="search"
          data-search
          class="field"
          aria-label={t('entities.search')}
          placeholder={t('entities.search')}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {found.length > 0 && (
        <Table
          columns={[
            { text: t('invitation.name') },
            { text: t('column.kind'), isWide: true },
            { text: t('column.state') },
            { text: t('fact.id'), isWide: true },
            { text: t('fact.created'), isWide: true },
          ]}
        >
          {found.map((entity) => (
            <EntityRow key={entity.id} entity={entity} />
          ))}
        </Table>
      )}
      <p role="status" class="px-4 py-3 text-muted empty:hidden">
        {found.length === 0 && t('entities.notFound')}
      </p>
      {isCut && <p class="px-4 py-3 text-warn">{t('entities.cut')}</p>}
    </>
  )
}

/** Spaces before the name of an entity, by its depth. */
const INDENTS = ['', 'ps-5', 'ps-10', 'ps-15'] as const

function EntityRow({ entity }: { readonly entity: PlacedEntity }) {
  const href = `${BASE}/entities/${entity.id}`
  return (
    <LinkRow href={href}>
      <td>
        <span class={`block ${INDENTS[entity.depth] ?? 'ps-15'}`}>
          <RowLink href={href}>{entity.name}</RowLink>
        </span>
      </td>
      <td class="hidden text-muted md:table-cell">{word('kind', entity.kind)}</td>
      <td>
        <EntityState isActive={entity.active} />
      </td>
      <td class="hidden md:table-cell">
        <Copyable text={entity.id} />
      </td>
      <td class="hidden text-muted md:table-cell">
        <Time at={entity.createdAt} />
      </td>
    </LinkRow>
  )
}

export function EntityState({ isActive }: { readonly isActive: boolean }) {
  return isActive ? (
    <Pill icon="tick" tone="good" text={t('entity.active')} />
  ) : (
    <Pill icon="void" tone="muted" text={t('entity.inactive')} />
  )
}
