import { loadCode } from '../fetched/load-code.ts'
import { sayBlocked } from '../start/say-blocked.ts'
import type { Started } from '../start/started.ts'
import { watchDocument } from '../start/watch-document.ts'
import type { BuildForm } from './build-form.ts'
import type { PageLoad } from './page-load.ts'
import type { Placeholders } from './placeholders.ts'
import type { PageScan } from './scan-page.ts'

/** Pages that change all the time are looked at five times a second. */
const LOOK_AFTER_MS = 200

const FORMS = '.wpwl-container,form.paymentWidgets'

/** One run of the script, for the code that makes live forms of what comes back into the page. */
export interface Restoring {
  readonly started: Started
  readonly placeholders: Placeholders
  readonly pageLoad: PageLoad
  readonly scan: PageScan
  readonly build: BuildForm
  /** Reads the checkout again. */
  readonly reload: () => void
}

/** Makes live forms of what has come back, as far as it is for this run of the script. */
export type Restore = (page: Restoring) => void

/**
 * Watches for copies of forms that the page puts into itself (Turbo, htmx and others keep pages as text), for
 * placeholders that its server has written again, and for forms of an earlier script: few pages need the code
 * that makes live forms of them.
 */
export function watchReturns(page: Restoring) {
  const { started, placeholders } = page
  const { boot, script, shared } = started
  const { runs, taken } = shared

  let timer: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    timer = undefined
    const unknown = [...document.querySelectorAll(FORMS)].filter((each) => !taken.has(each))
    const isWanted = unknown.length > 0 || placeholders.kept.size > 0 || runs.size > 1
    if (document.readyState === 'loading' || !isWanted) return
    loadCode<Restore>(boot, 'restoring').then(
      (restore) => restore(page),
      () => sayBlocked(boot, unknown, look),
    )
  }

  const endWatch = watchDocument(() => {
    timer ??= setTimeout(look, LOOK_AFTER_MS)
  })
  if (script) taken.add(script)
  look()
  return {
    look,
    /** The run leaves nothing in the page. */
    end() {
      endWatch()
      clearTimeout(timer)
      runs.delete(started.run)
    },
  }
}
