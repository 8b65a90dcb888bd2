import { resolveLocale } from '../../common/locale-tags.ts'
import type { Wpwl } from '../../common/widget-types.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'
import { lendToFetched, loadCode } from '../fetched/load-code.ts'
import { pageLanguage, pageOptions } from '../options/page-options.ts'
import { nextTask } from '../page/next-task.ts'
import { governedRuns, type Run, sharedPage } from '../page/runs.ts'
import { readSession } from '../session/read-session.ts'
import { loadCatalogue } from '../texts/load-texts.ts'
import { describeCheckout } from './describe-checkout.ts'
import { createEarlyFrames } from './early-frames.ts'
import { kit } from './kit.ts'
import { sayBlocked } from './say-blocked.ts'
import type { PageMethods, StartWidget } from './started.ts'
import { takePlaceholders } from './take-placeholders.ts'
import { builtInsWatch } from './watch-built-ins.ts'
import { watchDocument } from './watch-document.ts'

/** Waits between tries to load the main code. */
const RETRY_DELAYS_MS = [500, 2000]

/**
 * Asks for all that a form needs, the secured fields first, and gives what becomes `window.wpwl`. The main
 * code, which never changes between checkouts, goes on with it.
 */
export function startPage(boot: WidgetBoot, script: Element | null): Wpwl {
  const checkout = describeCheckout(boot)
  const shared = sharedPage()
  const placeholders = takePlaceholders(shared.taken)
  const { waiting } = placeholders
  const early = createEarlyFrames(boot)
  const calls = createCalls()
  let isOver = false

  const run: Run = {
    order: shared.started++,
    forms: () => [],
    remove: () => undefined,
    update: async () => undefined,
    takeNoMore: placeholders.takeNoMore,
    end() {
      isOver = true
      clearTimeout(builtInsWatch)
      endEarly()
      early.drop()
      for (const line of document.querySelectorAll('.wpwl-blocked')) line.remove()
      // A form would have taken their place: what unload leaves must not depend on how far it was.
      for (const element of waiting) {
        shared.taken.delete(element)
        element.remove()
      }
      shared.runs.delete(run)
      script?.remove()
    },
  }

  async function startMain(): Promise<void> {
    const loading = loadMain(boot)
    // The frames and the code take longest: their requests go out before all others.
    const session = nextTask().then(() => {
      if (isOver) return undefined
      preloadLanguage(boot)
      return boot.checkoutId === null ? undefined : readSession(boot)
    })
    const startWidget = await loading
    endEarly()
    if (isOver) return
    const begun = { boot, shared, run, script, checkout, placeholders, session, early }
    calls.take(startWidget({ ...begun, watch: builtInsWatch }))
  }

  function tellFailure(cause: unknown): void {
    endEarly()
    early.drop()
    const error = new Error('The code of the widget could not be loaded', { cause })
    console.error(error)
    if (!isOver) void sayBlocked(boot, waiting, () => void startMain().catch(tellFailure))
    const { onError } = pageOptions()
    if (typeof onError !== 'function') return
    onError.call(undefined, Object.assign(error, { name: 'WidgetError', event: 'load_failed' }))
  }

  for (const earlier of shared.runs) earlier.takeNoMore()
  shared.runs.add(run)
  // A page may add its placeholder, or declare its options, behind the script.
  const endEarly = watchDocument(() => {
    placeholders.take()
    early.begin(waiting)
  })
  startMain().catch(tellFailure)
  early.begin(waiting)
  return {
    timestamp: Date.now(),
    minified: true,
    apiVersion: '1',
    ndc: checkout.id ?? '',
    checkout,
    unload() {
      for (const each of governedRuns(run, shared)) each.end()
    },
    ...calls.methods,
  }
}

/** What the page may call. Calls wait for the main code, but for those that are about forms of now. */
function createCalls() {
  let main: PageMethods | undefined
  let waiting: ((main: PageMethods) => void)[] = []
  const later = (call: (main: PageMethods) => void) => {
    if (main) call(main)
    else waiting.push(call)
  }
  const methods: PageMethods = {
    executePayment: (key) => main?.executePayment(key),
    refresh: () => main?.refresh(),
    update: () => new Promise((resolve) => later(({ update }) => resolve(update()))),
    mount: (element, options) => later(({ mount }) => mount(element, options)),
    unmount: (element) => later(({ unmount }) => unmount(element)),
  }
  return {
    methods,
    take(given: PageMethods): void {
      main = given
      for (const call of waiting) call(given)
      waiting = []
    },
  }
}

async function loadMain(boot: WidgetBoot): Promise<StartWidget> {
  lendToFetched(kit)
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await loadCode<StartWidget>(boot, 'main')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return loadCode<StartWidget>(boot, 'main')
}

/** The language that the page names is probably the form's: its texts load beside the session. */
function preloadLanguage({ locales }: WidgetBoot): void {
  const code = resolveLocale(pageLanguage())
  if (code !== undefined && code !== 'en') loadCatalogue(locales, code).catch(() => undefined)
}
