import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { foundInTree, inTreeOrder, type PlacedEntity, useKnownEntities } from '../api/entities.ts'
import { session } from '../api/session.ts'
import { chosenEntity, withEntity } from '../shell/chosen-entity.ts'
import { t, word } from '../texts/texts.ts'
import { DropDown } from './drop-down.tsx'

/** Entities that are shown at once; of more the person types a part of the name. */
export const MAX_SHOWN = 100
/** So many are read at a glance: a search would be in the way. */
const FEW = 8

const ID = /^[0-9a-f]{32}$/

/** The entity that the address names, else the one that is worked with. */
export function useChosenEntity(): string {
  const { query } = useLocation()
  return query.entity ?? session.value?.entity.id ?? ''
}

/** Chooses the entity that a page is about, out of all below the one that is worked with; the choice stands in the address. */
export function EntityPicker() {
  const chosen = useChosenEntity()
  const { list, reload } = useKnownEntities()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const places = useRef<HTMLUListElement>(null)
  const entities = inTreeOrder(list?.entities ?? [])
  const isAlone = list !== undefined && entities.length < 2
  if (list === undefined || (isAlone && chosen === session.value?.entity.id)) return null
  const found = foundInTree(entities, typed)
  const shown = found.slice(0, MAX_SHOWN)
  // Where the tree is cut, an entity can still be named by its id.
  const id = typed.trim()
  const isOther = found.length === 0 && list.isCut && ID.test(id)
  return (
    <DropDown
      text={entities.find((entity) => entity.id === chosen)?.name ?? chosen}
      label={t('column.entity')}
      isSet={chosen !== session.value?.entity.id}
      onOpen={() => {
        setTyped('')
        reload()
        field.current?.focus()
      }}
    >
      {entities.length > FEW && (
        <input
          ref={field}
          type="search"
          class="field-small w-full"
          aria-label={t('entities.search')}
          placeholder={t('entities.search')}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            const links = [...(places.current?.querySelectorAll('a') ?? [])]
            const first = links.find((link) => link.dataset.found === '')
            first?.click()
          }}
        />
      )}
      <ul
        ref={places}
        class="-mx-2 -mb-2 flex max-h-80 flex-col overflow-y-auto"
        onKeyDown={moveFocus}
      >
        {shown.map((entity) => (
          <li key={entity.id}>
            <Choice entity={entity} isChosen={entity.id === chosen} typed={typed} />
          </li>
        ))}
        {isOther && (
          <li>
            <Choice entity={{ id, name: id, depth: 0 }} isChosen={false} typed={typed} />
          </li>
        )}
      </ul>
      <p role="status" class="text-hint text-muted empty:hidden">
        {noteOf({ found: found.length, isOther, isCut: list.isCut })}
      </p>
    </DropDown>
  )
}

function noteOf(of: {
  readonly found: number
  readonly isOther: boolean
  readonly isCut: boolean
}): string {
  if (of.isOther) return ''
  if (of.found === 0) return t('entities.notFound')
  if (of.found > MAX_SHOWN) {
    return t('entities.someShown', { shown: MAX_SHOWN, count: of.found })
  }
  return of.isCut ? t('entities.cutById') : ''
}

/** Spaces before the name of an entity, by its depth. */
const INDENTS = ['ps-2', 'ps-5', 'ps-8', 'ps-11'] as const

function Choice(props: {
  readonly entity: Pick<PlacedEntity, 'id' | 'name' | 'depth'> & Partial<PlacedEntity>
  readonly isChosen: boolean
  readonly typed: string
}) {
  const { url } = useLocation()
  const { id, name, kind, depth, active } = props.entity
  const isOwn = id === session.value?.entity.id
  return (
    <a
      href={withEntity(url, isOwn ? undefined : id)}
      aria-current={props.isChosen ? 'true' : undefined}
      data-found={matches(props.entity, props.typed) ? '' : undefined}
      class={`flex min-h-9 items-baseline gap-2 rounded-field py-2 pe-2 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold ${INDENTS[depth] ?? 'ps-11'}`}
      onClick={(event) => {
        // An address without an entity would be given the one that was chosen before.
        if (isOwn) chosenEntity.value = undefined
        event.currentTarget.closest('details')?.removeAttribute('open')
      }}
    >
      <span class="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</span>
      {kind !== undefined && (
        <span class="flex-none text-hint font-normal text-muted">
          {word('kind', kind)}
          {active === false && ` · ${t('entity.inactive')}`}
        </span>
      )}
    </a>
  )
}

/** Not an entity that is shown because one below it was found. */
function matches({ name, id }: { readonly name: string; readonly id: string }, typed: string) {
  return foundInTree([{ id, name } as PlacedEntity], typed).length > 0
}

/** Arrow keys go through the entities. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const list = event.currentTarget as HTMLElement
  const links = [...list.querySelectorAll<HTMLElement>('a')]
  links[links.indexOf(document.activeElement as HTMLElement) + step]?.focus()
}
