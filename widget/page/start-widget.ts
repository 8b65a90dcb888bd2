import { resolveLocale } from '../../common/locale-tags.ts'
import type { Wpwl } from '../../common/widget-types.ts'
import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import { pageLanguage, pageOptions, unreadableOptions } from '../options/read-options.ts'
import { ADVICE_AFTER_MS, advise } from '../session/advice.ts'
import { loadCatalogue } from '../texts/language.ts'
import { createReadiness } from './announce-ready.ts'
import { createFormBuilder } from './build-form.ts'
import { createLiveForms } from './live-forms.ts'
import { nextTask } from './next-task.ts'
import { watchLoad } from './page-load.ts'
import { createPageSession } from './page-session.ts'
import { createPlaceholders, type Placeholders } from './placeholders.ts'
import { formsOf, governedRuns, type Run, sharedPage } from './runs.ts'
import { createPageScan } from './scan-page.ts'
import { completeCheckout, createWpwl, describeCheckout } from './wpwl.ts'

/**
 * Runs the widget in a page: the frames of a form load first, session and language beside them, while the
 * rest of the form is built. Returns what becomes `window.wpwl`.
 */
export function startWidget(boot: WidgetBoot, script: Element | null): Wpwl {
  const checkout = describeCheckout(boot)
  const shared = sharedPage()
  const placeholders = createPlaceholders(shared)
  /** 0: the console of the test environment has its lines already, or gets none. */
  let adviceTimer: ReturnType<typeof setTimeout> | 0 | undefined
  const forms = createLiveForms({
    hasFirst() {
      shared.runs.add(run)
      addEventListener('pageshow', restorePage)
      session.awaitExpiry()
    },
    hasNone: releasePage,
  })
  const session = createPageSession({ boot, forms, opened })
  const readiness = createReadiness({ session, forms, retry: reload })
  const pageLoad = watchLoad(() => {
    for (const { shell } of forms.all()) shell.refresh()
    scan.scan()
  })
  const build = createFormBuilder({ boot, session, forms, readiness, pageLoad, opened })
  const scan = createPageScan({ placeholders, pageLoad, create: build, ended: releasePage })

  function opened(found: WidgetSession): void {
    completeCheckout(checkout, found)
    if (found.environment === 'test') adviceTimer ??= setTimeout(adviseOnce, ADVICE_AFTER_MS)
  }

  function adviseOnce(): void {
    if (!adviceTimer) return
    clearTimeout(adviceTimer)
    adviceTimer = 0
    const hasForm = formsOf(governedRuns(run, shared)).length > 0
    void advise(boot, describePage(boot, placeholders, hasForm))
  }

  /** A run without forms, and that looks for none, leaves nothing in the page. */
  function releasePage(): void {
    if (forms.all().length > 0) return
    session.awaitExpiry()
    removeEventListener('pageshow', restorePage)
    if (scan.isWatching()) return
    // A page whose brands have no form is left at once, and must not stay without a word.
    adviseOnce()
    placeholders.release()
    shared.runs.delete(run)
  }

  function reload(): void {
    session.reload()
    readiness.reset()
    void readiness.announceReady()
  }

  /** Out of the browser's cache: the form shows what is true now, not what was when the page was left. */
  function restorePage({ persisted }: PageTransitionEvent): void {
    if (!persisted) return
    for (const { shell } of forms.all()) {
      shell.latch.reset()
      shell.phase.value = 'open'
    }
    reload()
  }

  const run: Run = {
    order: shared.started++,
    forms: forms.all,
    remove: forms.remove,
    takeNoMore: scan.takeNoMore,
    end() {
      clearTimeout(adviceTimer)
      adviceTimer = 0
      session.end()
      scan.stop()
      pageLoad.end()
      for (const form of forms.all()) forms.remove(form)
      releasePage()
      script?.remove()
    },
  }
  for (const earlier of shared.runs) earlier.takeNoMore()
  shared.runs.add(run)
  scan.start()
  // The frames take longest: their requests go out before all others.
  void nextTask().then(() => {
    void session.answer()
    preloadLanguage(boot)
  })
  return createWpwl(checkout, () => governedRuns(run, shared), build)
}

/** The language that the page names is probably the form's: its texts load beside the session. */
function preloadLanguage(boot: WidgetBoot): void {
  const code = resolveLocale(pageLanguage())
  if (code !== undefined) loadCatalogue(boot.locales, code).catch(() => undefined)
}

/** The names on the page about which the console of the test environment warns. */
function describePage(boot: WidgetBoot, placeholders: Placeholders, hasForm: boolean) {
  const isFormExpected = document.readyState === 'loading' || placeholders.hasFound()
  const options = pageOptions()
  return {
    checkoutId: boot.checkoutId ?? '',
    brands: placeholders.brands(),
    options: Object.keys(options).join(' '),
    unreadable: unreadableOptions(options).join(' '),
    forms: isFormExpected || hasForm ? '1' : '0',
  }
}
