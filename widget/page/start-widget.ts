import { signal } from '@preact/signals'
import { resolveLocale } from '../../common/locale-tags.ts'
import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import { createForm, type PageForm, showForm } from '../forms/create-form.ts'
import type { FormOrder } from '../forms/shell/form-shell.ts'
import { type PageOptions, pageOptions } from '../options/read-options.ts'
import { ADVICE_AFTER_MS, advise } from '../session/advice.ts'
import { loadCatalogue } from '../texts/language.ts'
import { createReadiness } from './announce-ready.ts'
import { createLiveForms } from './live-forms.ts'
import { watchLoad } from './page-load.ts'
import { createPageSession } from './page-session.ts'
import { createPlaceholders } from './placeholders.ts'
import { formsOf, governedRuns, type Run, sharedPage } from './runs.ts'
import { createPageScan } from './scan-page.ts'
import { completeCheckout, createWpwl, describeCheckout, type Wpwl } from './wpwl.ts'

/**
 * Runs the widget in a page: session, language and frames start side by side, the forms are built as
 * soon as the page has them. Returns what becomes `window.wpwl`.
 */
export function startWidget(boot: WidgetBoot, script: Element | null): Wpwl {
  const checkout = describeCheckout(boot)
  const shared = sharedPage()
  const placeholders = createPlaceholders(shared)
  let adviceTimer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const forms = createLiveForms({
    hasFirst() {
      shared.runs.add(run)
      addEventListener('pageshow', restorePage)
      session.awaitExpiry()
    },
    hasNone: releasePage,
  })
  const session = createPageSession({ boot, forms, opened })
  preloadLanguage(boot)
  const readiness = createReadiness({ session, forms, retry: reload })
  const pageLoad = watchLoad(() => {
    for (const { shell } of forms.all()) shell.refresh()
    scan.scan()
  })
  const scan = createPageScan({ placeholders, pageLoad, create: build, ended: releasePage })

  function opened(found: WidgetSession): void {
    completeCheckout(checkout, found)
    if (found.environment === 'test') adviceTimer ??= setTimeout(giveAdvice, ADVICE_AFTER_MS)
  }

  function giveAdvice(): void {
    const isFormExpected = document.readyState === 'loading' || placeholders.areWaiting()
    void advise(boot, {
      brands: placeholders.brands(),
      options: Object.keys(pageOptions()).join(' '),
      forms: isFormExpected || formsOf(governedRuns(run, shared)).length > 0 ? '1' : '0',
    })
  }

  /** @param own options of this form alone; else those of the page */
  function build(
    order: FormOrder,
    insert: (container: Element) => void,
    own?: PageOptions,
  ): Element {
    const form: PageForm = createForm({ boot, session: signal(session.current()) }, order, {
      given: own === undefined ? pageOptions : () => own,
      pending: own === undefined ? pageLoad.pending : () => undefined,
      shown: () => wake(form),
      built: () => void readiness.announceReady(),
    })
    const { container } = form.shell
    insert(container)
    void showForm(form)
    // After `show`, so that the frames' requests leave first; styles apply before the next paint.
    forms.enter(form)
    void readiness.announceReady()
    return container
  }

  function wake(form: PageForm): void {
    if (isOver) {
      forms.remove(form)
    } else if (forms.wake(form)) {
      form.shell.session.value = session.current()
      void readiness.announceReady()
    }
  }

  /** A run without forms, and that looks for none, leaves nothing in the page. */
  function releasePage(): void {
    if (forms.all().length > 0) return
    session.awaitExpiry()
    removeEventListener('pageshow', restorePage)
    if (scan.isWatching()) return
    clearTimeout(adviceTimer)
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
      isOver = true
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
  return createWpwl(checkout, () => governedRuns(run, shared), build)
}

/** The language that the page names is probably the form's: its texts load beside the session. */
function preloadLanguage(boot: WidgetBoot): void {
  const { locale } = pageOptions()
  const code = resolveLocale(typeof locale === 'string' ? locale : document.documentElement.lang)
  if (code !== undefined) loadCatalogue(boot.locales, code).catch(() => undefined)
}
