import type { WidgetSession } from '../../common/widget-wire.ts'
import { loadCode } from '../fetched/load-code.ts'
import { fetchLogosBy } from '../forms/card/brand-pictures.tsx'
import type { FormShell } from '../forms/shell/form-shell.ts'
import type { PageMethods, Started } from '../start/started.ts'
import { createAdvice } from './advice-once.ts'
import { createReadiness } from './announce-ready.ts'
import { createFormBuilder } from './build-form.ts'
import { learnCheckout } from './learn-checkout.ts'
import { createLiveForms, type LiveForms } from './live-forms.ts'
import { createMethodList } from './method-list.ts'
import { watchLoad } from './page-load.ts'
import { createPageSession } from './page-session.ts'
import { createPlaceholders } from './placeholders.ts'
import { governedRuns, type Run } from './runs.ts'
import { createPageScan } from './scan-page.ts'
import { watchReturns } from './watch-returns.ts'
import { pageMethods } from './wpwl.ts'

/** Goes on with what the start of the script has begun: builds the forms of the page. */
export function startWidget(started: Started): PageMethods {
  const { boot, checkout, early, run, script, shared } = started
  fetchLogosBy((code) => loadCode(boot, code))
  const placeholders = createPlaceholders(started)
  const forms = createLiveForms({
    hasFirst() {
      shared.runs.add(run)
      addEventListener('pageshow', restorePage)
      session.awaitExpiry()
    },
    hasNone: releasePage,
    changed: arrange,
  })
  const restorePage = createRestore(forms, reload)
  const list = createMethodList(boot, forms)
  const session = createPageSession({ boot, first: started.session, forms, opened })
  const readiness = createReadiness({ session, forms, retry: reload })
  const pageLoad = watchLoad(() => {
    for (const { shell } of forms.all()) shell.refresh()
    scan.scan()
    arrange()
  })
  const whole = () => clearTimeout(started.watch)
  const building = { boot, session, forms, readiness, pageLoad, opened, reload, whole }
  const build = createFormBuilder({ ...building, arranged: list.isHere })
  const scan = createPageScan({ placeholders, pageLoad, create: build, ended: releasePage })
  const advice = createAdvice(started, forms)

  function arrange(): void {
    list.arrange()
    returns.look()
  }

  function opened(found: WidgetSession): void {
    if (found.checkoutId) learnCheckout(checkout, found, forms.all())
    if (found.environment === 'test') advice.plan()
  }

  /** A run without forms, and that looks for none, only waits for them to come back. */
  function releasePage(): void {
    if (forms.all().length > 0) return
    session.awaitExpiry()
    removeEventListener('pageshow', restorePage)
    if (scan.isWatching()) return
    // A page whose brands have no form is left at once, and must not stay without a word.
    advice.giveNow()
    early.drop()
    placeholders.release()
  }

  function reload(): Promise<void> {
    session.reload()
    readiness.reset()
    return readiness.announceReady()
  }

  Object.assign(run, {
    forms: forms.all,
    remove: forms.remove,
    update: () => reload().then(session.mustBeRead),
    takeNoMore() {
      scan.takeNoMore()
      if (forms.all().length === 0) returns.end()
    },
    end() {
      whole()
      advice.end()
      session.end()
      scan.stop()
      pageLoad.end()
      for (const form of forms.all()) forms.remove(form)
      releasePage()
      returns.end()
      script?.remove()
    },
  } satisfies Partial<Run>)
  scan.start()
  // After it: a placeholder that it takes has not come back.
  const returns = watchReturns({ started, placeholders, pageLoad, scan, build, reload })
  void session.answer()
  return pageMethods(() => governedRuns(run, shared), build)
}

/** Out of the browser's cache: forms show what is true now, not what was when the page was left. */
function createRestore(forms: Pick<LiveForms, 'all'>, reload: () => void) {
  return ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    for (const { shell } of forms.all()) reopen(shell)
    reload()
  }
}

/** A submit that is under way goes on where it was. */
function reopen({ phase, latch, outcome }: FormShell): void {
  if (phase.peek() === 'busy') return
  latch.reset()
  phase.value = 'open'
  outcome.value = undefined
}
