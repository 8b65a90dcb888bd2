import type { Advise } from '../advice/advise.ts'
import { loadCode } from '../fetched/load-code.ts'
import { pageOptions } from '../options/page-options.ts'
import { optionTable } from '../options/table.ts'
import type { Started } from '../start/started.ts'
import type { LiveForms } from './live-forms.ts'
import { formsOf, governedRuns } from './runs.ts'

/** The page is advised only when it has loaded what it needs; forms that it adds by script are there by then. */
const ADVICE_AFTER_MS = 3000

/** Says once in the console what the page could do better. */
export function createAdvice({ boot, run, shared, placeholders }: Started, forms: LiveForms) {
  /** Absent: it is not planned. 0: it was given, or is not given any more. */
  let timer: ReturnType<typeof setTimeout> | 0 | undefined

  function end(): void {
    clearTimeout(timer)
    timer = 0
  }

  function giveNow(): void {
    if (!timer) return
    end()
    const page = {
      brands: placeholders.brands,
      options: pageOptions,
      forms: forms.all,
      formsOfAllRuns: () => formsOf(governedRuns(run, shared)),
    }
    loadCode<Advise>(boot, 'advice').then(
      (advise) => advise(boot, page, optionTable),
      () => undefined,
    )
  }

  return {
    plan() {
      timer ??= setTimeout(giveNow, ADVICE_AFTER_MS)
    },
    /** Gives what is planned without waiting for its time. */
    giveNow,
    end,
  }
}
