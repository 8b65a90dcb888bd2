import { useLocation } from 'preact-iso'
import { inTreeOrder, useEntities } from '../api/entities.ts'
import { session } from '../api/session.ts'
import { t, word } from '../texts/texts.ts'

/** The entity that the address names, else the one that is worked with. */
export function useChosenEntity(): string {
  const { query } = useLocation()
  return query.entity ?? session.value?.entity.id ?? ''
}

/** Chooses the entity that a page is about; the choice stands in the address. */
export function EntityPicker() {
  const { path, route } = useLocation()
  const chosen = useChosenEntity()
  const entities = inTreeOrder(useEntities().body?.entities ?? [])
  if (entities.length < 2) return null
  return (
    <select
      aria-label={t('column.entity')}
      class="field-small md:max-w-96"
      value={chosen}
      onChange={(event) => route(`${path}?entity=${event.currentTarget.value}`)}
    >
      {entities.map(({ id, name, kind, depth }) => (
        <option key={id} value={id}>
          {'\u2003'.repeat(depth)}
          {name} · {word('kind', kind)}
        </option>
      ))}
    </select>
  )
}
