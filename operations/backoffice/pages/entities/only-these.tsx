import { useId } from 'preact/hooks'
import { brandName } from '../../texts/brands.ts'
import { t } from '../../texts/texts.ts'
import { BrandChoice } from './brand-choice.tsx'

/** Names that are written out before the rest is counted. */
const FIRST = 6

/**
 * What an entity takes of a list of brands: what it inherits, or only those that are ticked. Says what counts then,
 * and how it differs from what is inherited.
 */
export function OnlyThese(props: {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly known: readonly string[]
  readonly inherited: readonly string[]
  readonly chosen: readonly string[]
  readonly isInherited: boolean
  readonly onInherited: (isInherited: boolean) => void
  readonly onChosen: (chosen: readonly string[]) => void
}) {
  const { known, inherited, chosen, isInherited, onInherited, onChosen } = props
  const name = useId()
  const counting = isInherited ? inherited : chosen
  const { added, left } = comparedLists(inherited, chosen)
  return (
    <div class="flex min-w-0 flex-col gap-3">
      <fieldset class="flex min-w-0 flex-col gap-1.5">
        <legend class="sr-only">{props.label}</legend>
        <Way
          name={name}
          text={t('brands.asInherited')}
          isChosen={isInherited}
          onChoose={() => onInherited(true)}
        />
        <Way
          name={name}
          text={t('brands.onlyThese')}
          isChosen={!isInherited}
          onChoose={() => onInherited(false)}
        />
      </fieldset>
      {!isInherited && (
        <BrandChoice
          label={props.label}
          hint={props.hint}
          error={props.error}
          known={known}
          chosen={chosen}
          onChosen={onChosen}
        >
          {added.length + left.length > 0 && (
            <button type="button" class="button button-quiet" onClick={() => onChosen(inherited)}>
              {t('brands.fromInherited')}
            </button>
          )}
        </BrandChoice>
      )}
      <div role="status">
        <dl class="facts">
          <dt>{t('entity.countsThen')}</dt>
          <dd>{counting.length === 0 ? t('brands.none') : shortNames(counting, known)}</dd>
          {!isInherited && added.length > 0 && (
            <>
              <dt>{t('brands.added')}</dt>
              <dd>{shortNames(added, known)}</dd>
            </>
          )}
          {!isInherited && left.length > 0 && (
            <>
              <dt>{t('brands.left')}</dt>
              <dd>{shortNames(left, known)}</dd>
            </>
          )}
        </dl>
      </div>
    </div>
  )
}

function Way(props: {
  readonly name: string
  readonly text: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  return (
    <label class="flex items-center gap-2">
      <input
        type="radio"
        class="size-4 flex-none accent-accent"
        name={props.name}
        checked={props.isChosen}
        onChange={props.onChoose}
      />
      {props.text}
    </label>
  )
}

/** What a list has beside another one, and what it leaves out of it. */
export function comparedLists(
  inherited: readonly string[],
  chosen: readonly string[],
): { readonly added: readonly string[]; readonly left: readonly string[] } {
  return {
    added: chosen.filter((one) => !inherited.includes(one)),
    left: inherited.filter((one) => !chosen.includes(one)),
  }
}

/** The ticks that a form begins with: a list of everything is no choice that somebody would go on from. */
export function firstTicks(value: readonly string[], known: readonly string[]): readonly string[] {
  return known.every((one) => value.includes(one)) ? [] : value
}

function shortNames(names: readonly string[], known: readonly string[]): string {
  const isAll = known.every((one) => names.includes(one))
  if (isAll) return t('entity.all', { count: names.length })
  const shown = names.slice(0, FIRST).map(brandName).join(', ')
  const count = names.length - FIRST
  return count > 0 ? t('entity.more', { names: shown, count }) : shown
}
