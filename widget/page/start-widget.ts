import { effect, signal } from '@preact/signals'
import { resolveLocale } from '../../common/locale-tags.ts'
import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import {
  type CardForm,
  type CardFormOrder,
  createCardForm,
  type FormPage,
} from '../forms/card/card-form.ts'
import { notify } from '../forms/card/card-state.ts'
import { closeForm } from '../forms/card/close-form.ts'
import { hasPageOptions, pageOptions } from '../options/read-options.ts'
import { loadSession, type SessionAnswer } from '../session/load-session.ts'
import { adoptStyles } from '../styles/adopt-styles.ts'
import { loadCatalogue } from '../texts/language.ts'
import { watchLoad } from './page-load.ts'
import { findPlaceholders, watchPage } from './placeholders.ts'
import { completeCheckout, containerSelector, describeCheckout, type Wpwl } from './wpwl.ts'

/** A checkout lives half an hour (interface document, hosted checkout flow). */
const LIFETIME_MINUTES = 30

/**
 * Runs the widget in a page: session, language and frames start side by side, the forms are built as
 * soon as the page has them. Returns what becomes `window.wpwl`.
 */
export function startWidget(boot: WidgetBoot, script: Element | null): Wpwl {
  const session = signal<WidgetSession | undefined>(undefined)
  const checkout = describeCheckout(boot)
  const forms = new Set<CardForm>()
  /** Forms that `onReady` has told of. */
  const ready = new WeakSet<CardForm>()
  const dressed = new Map<Node, () => void>()
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let isUnloaded = false
  let loading = load()
  preloadLanguage()

  async function load(): Promise<SessionAnswer> {
    const answer = await loadSession(boot)
    if (isUnloaded) return answer
    if (answer !== undefined && 'session' in answer) open(answer.session)
    return answer
  }

  function open(found: WidgetSession): void {
    session.value = found
    completeCheckout(checkout, found)
    clearTimeout(expiryTimer)
    expiryTimer = setTimeout(expire, found.expiresInMs)
  }

  /** Opens or closes a form as the session's answer says. */
  function judge(form: CardForm, answer: SessionAnswer): void {
    if (answer === undefined) {
      notify(form.state, { tone: 'error', key: 'loadFailed', retry: reload })
    } else if ('refusal' in answer) {
      closeForm(form, answer.refusal, { tone: 'error', key: 'sessionInvalid' })
    } else if (answer.session.state === 'done') {
      closeForm(form, 'The checkout is already paid', { tone: 'calm', key: 'alreadyPaid' })
    }
  }

  function reload(): void {
    for (const form of forms) notify(form.state, undefined)
    loading = load()
    void welcome([...forms])
  }

  function expire(): void {
    for (const form of forms) {
      if (form.state.phase.value !== 'open') continue
      const values = { count: LIFETIME_MINUTES }
      closeForm(form, 'The checkout has expired', { tone: 'error', key: 'sessionExpired', values })
    }
  }

  function preloadLanguage(): void {
    const { locale } = pageOptions()
    const code = resolveLocale(typeof locale === 'string' ? locale : document.documentElement.lang)
    if (code !== undefined) loadCatalogue(boot.locales, code).catch(() => undefined)
  }

  function build(order: CardFormOrder, page: FormPage): CardForm {
    const form = createCardForm({ boot, session }, order, page)
    forms.add(form)
    return form
  }

  function place(form: CardForm, insert: (container: Element) => void, root: Node): void {
    insert(form.container)
    form.show()
    // Before the next picture is early enough; the frames' requests do not wait for it.
    if (dressed.has(root)) return
    const dress = () => adoptStyles(root, form.state.options)
    dressed.set(root, effect(dress))
  }

  /**
   * Opens or closes forms when the session is known, and tells the page once that they are ready:
   * after session and texts are there, which `onReady` may read and change.
   */
  async function welcome(some: readonly CardForm[]): Promise<void> {
    const answer = await loading
    if (isUnloaded) return
    for (const form of some) judge(form, answer)
    if (answer === undefined || 'refusal' in answer) return
    refresh()
    for (const form of some) await form.pending()
    await Promise.all(some.map(settled))
    const fresh = some.filter((form) => forms.has(form) && !ready.has(form))
    const [first] = fresh
    if (first === undefined) return
    for (const form of fresh) ready.add(form)
    const news = fresh.map(({ state }) => ({
      containerKey: 'wpwl-container-card',
      ccMethods: [...state.accepted.value],
    }))
    first.call('onReady', undefined, news)
    for (const form of fresh) focusFirst(form)
  }

  function look(): boolean {
    // A script further down may declare options; what comes later still is read again then.
    if (document.readyState === 'loading' && !hasPageOptions()) return false
    const built = findPlaceholders(document).map(({ element, named }) => {
      const action = element.getAttribute('action') ?? ''
      const form = build({ named, action, lang: element.lang }, page)
      place(form, (container) => element.replaceWith(container), document)
      return form
    })
    if (built.length > 0) void welcome(built)
    return forms.size > 0 && pageLoad.isOver()
  }

  /** Takes over what the page has changed in its options. */
  function refresh(): void {
    for (const form of forms) form.refresh()
  }

  /** Out of the browser's cache: the form shows what is true now, not what was when the page was left. */
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (!persisted) return
    for (const form of forms) {
      form.latch.reset()
      form.state.phase.value = 'open'
    }
    reload()
  }

  function remove(form: CardForm): void {
    forms.delete(form)
    form.dispose()
  }

  function unload(): void {
    isUnloaded = true
    stopWatching()
    pageLoad.end()
    clearTimeout(expiryTimer)
    removeEventListener('pageshow', comeBack)
    for (const form of [...forms]) remove(form)
    for (const takeOff of dressed.values()) takeOff()
    dressed.clear()
    script?.remove()
  }

  const pageLoad = watchLoad(() => {
    refresh()
    look()
  })
  const page: FormPage = { given: pageOptions, pending: pageLoad.pending }
  addEventListener('pageshow', comeBack)
  const stopWatching = look() ? () => undefined : watchPage(look)

  return {
    timestamp: Date.now(),
    minified: true,
    apiVersion: '1',
    ndc: boot.checkoutId ?? '',
    checkout,
    unload,
    executePayment(key) {
      const selector = containerSelector(key)
      const form = [...forms].find(({ container }) => selector && container.matches(selector))
      form?.element().requestSubmit()
    },
    mount(element, options) {
      const own: FormPage = { given: () => options ?? {}, pending: () => undefined }
      const order = { named: [], action: '', lang: '' }
      const form = build(order, options === undefined ? page : own)
      place(form, (container) => element.append(container), element.getRootNode())
      void welcome([form])
    },
    unmount(element) {
      for (const form of [...forms]) {
        if (element === undefined || element.contains(form.container)) remove(form)
      }
    },
  }
}

/** Resolves when the texts of the form's language are here, or will not come. */
function settled({ language }: CardForm): Promise<void> {
  return new Promise((resolve) => {
    const end = effect(() => {
      if (language.isSettled.value) {
        resolve()
        queueMicrotask(() => end())
      }
    })
  })
}

/** Option `autofocus` names a field of the page; the secured ones take the focus when they are ready. */
function focusFirst({ state, container }: CardForm): void {
  const name = state.options.autofocus
  if (name === '' || name === 'card.number' || name === 'card.cvv') return
  const selector = name.startsWith('card.expiry')
    ? '.wpwl-control-expiry'
    : `[name="${CSS.escape(name)}"]`
  container.querySelector<HTMLElement>(selector)?.focus()
}
