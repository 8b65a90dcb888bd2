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
  /** 0: the console has its lines already, or gets none. */
  let timer: ReturnType<typeof setTimeout> | 0 | undefined

  function end(): void {
    clearTimeout(timer)
    timer = 0
  }

  function giveNow(): void {
    if (!timer) return
    end()
    const found = {
      brands: placeholders.brands,
      options: pageOptions(),
      rules: optionTable,
      forms: forms.all(),
      formsOfAll: formsOf(governedRuns(run, shared)),
    }
    loadCode<Advise>(boot, 'advice', {}).then(
      (advise) => advise(boot, found),
      () => undefined,
    )
  }

  return {
    plan() {
      timer ??= setTimeout(giveNow, ADVICE_AFTER_MS)
    },
    /** Where it was planned. */
    giveNow,
    end,
  }
}
