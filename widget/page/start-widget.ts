import type { WidgetSession } from '../../common/widget-wire.ts'
import type { Advise } from '../advice/advise.ts'
import { loadCode } from '../fetched/load-code.ts'
import { fetchLogosBy } from '../forms/card/brand-pictures.tsx'
import { pageOptions } from '../options/page-options.ts'
import { optionTable } from '../options/table.ts'
import type { PageMethods, Started } from '../start/started.ts'
import { createReadiness } from './announce-ready.ts'
import { createFormBuilder } from './build-form.ts'
import { createLiveForms } from './live-forms.ts'
import { createMethodList } from './method-list.ts'
import { watchLoad } from './page-load.ts'
import { createPageSession } from './page-session.ts'
import { createPlaceholders } from './placeholders.ts'
import { formsOf, governedRuns, type Run } from './runs.ts'
import { createPageScan } from './scan-page.ts'
import { completeCheckout, pageMethods } from './wpwl.ts'

/** The page is advised only when it has loaded what it needs; forms that it adds by script are there by then. */
const ADVICE_AFTER_MS = 3000

/** Goes on with what the start of the script has begun: builds the forms of the page. */
export function startWidget(started: Started): PageMethods {
  const { boot, checkout, early, run, script, shared } = started
  fetchLogosBy((code) => loadCode(boot, code, {}))
  const placeholders = createPlaceholders(started)
  /** 0: the console of the test environment has its lines already, or gets none. */
  let adviceTimer: ReturnType<typeof setTimeout> | 0 | undefined
  const forms = createLiveForms({
    hasFirst() {
      clearTimeout(started.watch)
      shared.runs.add(run)
      addEventListener('pageshow', restorePage)
      session.awaitExpiry()
    },
    hasNone: releasePage,
    changed: () => list.arrange(),
  })
  const list = createMethodList(boot, forms)
  const session = createPageSession({ boot, first: started.session, forms, opened })
  const readiness = createReadiness({ session, forms, retry: reload })
  const pageLoad = watchLoad(() => {
    for (const { shell } of forms.all()) shell.refresh()
    list.arrange()
    scan.scan()
  })
  const build = createFormBuilder({
    boot,
    session,
    forms,
    readiness,
    pageLoad,
    arranged: list.isHere,
    opened,
    reload,
  })
  const scan = createPageScan({
    placeholders,
    pageLoad,
    create: build,
    ended: releasePage,
  })

  function opened(found: WidgetSession): void {
    if (found.checkoutId) completeCheckout(checkout, found)
    if (found.environment === 'test') adviceTimer ??= setTimeout(adviseOnce, ADVICE_AFTER_MS)
  }

  function adviseOnce(): void {
    if (!adviceTimer) return
    clearTimeout(adviceTimer)
    adviceTimer = 0
    const isFormExpected = document.readyState === 'loading' || placeholders.hasFound()
    const hasForm = isFormExpected || formsOf(governedRuns(run, shared)).length > 0
    const returnsHere = forms.all().some(({ shell }) => shell.resultUrl() === location.href)
    const found = { brands: placeholders.brands(), options: pageOptions(), hasForm, returnsHere }
    loadCode<Advise>(boot, 'advice', {}).then(
      (advise) => advise(boot, found, optionTable),
      () => undefined,
    )
  }

  /** A run without forms, and that looks for none, leaves nothing in the page. */
  function releasePage(): void {
    if (forms.all().length > 0) return
    session.awaitExpiry()
    removeEventListener('pageshow', restorePage)
    if (scan.isWatching()) return
    // A page whose brands have no form is left at once, and must not stay without a word.
    adviseOnce()
    early.drop()
    placeholders.release()
    shared.runs.delete(run)
  }

  function reload(): Promise<void> {
    session.reload()
    readiness.reset()
    return readiness.announceReady()
  }

  /** Out of the browser's cache: the form shows what is true now, not what was when the page was left. */
  function restorePage({ persisted }: PageTransitionEvent): void {
    if (!persisted) return
    for (const { shell } of forms.all()) {
      // A submit that is under way goes on where it was.
      if (shell.phase.peek() === 'busy') continue
      shell.latch.reset()
      shell.phase.value = 'open'
      shell.outcome.value = undefined
    }
    reload()
  }

  Object.assign(run, {
    forms: forms.all,
    remove: forms.remove,
    update: reload,
    takeNoMore: scan.takeNoMore,
    end() {
      clearTimeout(started.watch)
      clearTimeout(adviceTimer)
      adviceTimer = 0
      session.end()
      scan.stop()
      pageLoad.end()
      for (const form of forms.all()) forms.remove(form)
      releasePage()
      script?.remove()
    },
  } satisfies Partial<Run>)
  scan.start()
  void session.answer()
  return pageMethods(() => governedRuns(run, shared), build)
}
