import type { WidgetBoot } from '../../common/widget-wire.ts'
import { loadCode } from '../fetched/load-code.ts'
import type { PageForm } from '../forms/create-form.ts'
import { releasePlace } from './list-place.ts'
import type { LiveForms } from './live-forms.ts'

/** Shows forms beside each other as one list; again when one has come or gone. */
export type ArrangeForms = (forms: readonly PageForm[]) => void

/** The list of the forms of one run, where the page has several. */
export interface MethodList {
  arrange(): void
  /** Resolves when its code is here, or will not come; undefined where nobody has asked for it. */
  isHere(): Promise<void> | undefined
}

/** Fetches the code of the list when the page has a second form. Without it all forms are open. */
export function createMethodList(boot: WidgetBoot, forms: Pick<LiveForms, 'all'>): MethodList {
  let arrangeForms: ArrangeForms | undefined
  let loading: Promise<void> | undefined

  function arrange(): void {
    const all = forms.all()
    arrangeForms?.(all)
    const isWanted = all.length > 1 && all.some(({ shell }) => shell.options.layout !== 'stacked')
    if (!isWanted) return
    loading ??= loadCode<ArrangeForms>(boot, 'list').then(
      (made) => {
        arrangeForms = made
        made(forms.all())
      },
      () => {
        for (const { shell } of forms.all()) {
          shell.isListed.value = false
          releasePlace(shell.container)
        }
      },
    )
  }

  return {
    arrange,
    isHere: () => loading,
  }
}
