import { t } from '../texts/texts.ts'

/** Goes through a list that the gateway gives page by page, and back. */
export function Pages(props: {
  /** Those of the pages that were gone through. */
  readonly cursors: readonly string[]
  readonly next: string | undefined
  readonly onCursors: (cursors: readonly string[]) => void
}) {
  const { cursors, next, onCursors } = props
  if (cursors.length === 0 && next === undefined) return null
  return (
    <footer class="flex justify-center gap-2 border-t border-line p-2">
      {cursors.length > 0 && (
        <button type="button" class="button" onClick={() => onCursors(cursors.slice(0, -1))}>
          {t('pages.back')}
        </button>
      )}
      {next !== undefined && (
        <button type="button" class="button" onClick={() => onCursors([...cursors, next])}>
          {t('pages.more')}
        </button>
      )}
    </footer>
  )
}
