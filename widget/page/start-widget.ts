import { effect, signal } from '@preact/signals'
import { type LocaleCode, resolveLocale } from '../../common/locale-tags.ts'
import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import { type CardForm, type CardFormOrder, createCardForm } from '../forms/card/card-form.ts'
import { notify } from '../forms/card/card-state.ts'
import { closeForm } from '../forms/card/close-form.ts'
import { hasPageOptions, type PageOptions, pageOptions } from '../options/read-options.ts'
import { loadSession, type SessionAnswer } from '../session/load-session.ts'
import { adoptStyles, type WornSheet } from '../styles/adopt-styles.ts'
import { loadCatalogue } from '../texts/language.ts'
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
  const dressed = new Map<Node, WornSheet>()
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
    } else {
      const tag = answer.session.locale
      if (form.state.options.locale === '' && tag) void form.language.choose(localeOf(tag))
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

  function build(order: CardFormOrder, lang: string, options: () => PageOptions): CardForm {
    const form = createCardForm({ boot, session }, order, options)
    forms.add(form)
    const tags = [form.state.options.locale, lang, document.documentElement.lang]
    void form.language.choose(tags.map(resolveLocale).find(Boolean) ?? 'en')
    return form
  }

  function place(form: CardForm, insert: (container: Element) => void, root: Node): void {
    insert(form.container)
    form.show()
    // Before the next picture is early enough; the frames' requests do not wait for it.
    if (!dressed.has(root)) dressed.set(root, adoptStyles(root, form.state.options))
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
    // Pages may declare their options after the script tag.
    if (document.readyState === 'loading' && !hasPageOptions()) return false
    const built = findPlaceholders(document).map(({ element, named }) => {
      const order = { named, action: element.getAttribute('action') ?? '' }
      const form = build(order, element.lang, pageOptions)
      place(form, (container) => element.replaceWith(container), document)
      return form
    })
    if (built.length > 0) void welcome(built)
    return forms.size > 0 && document.readyState === 'complete'
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
    clearTimeout(expiryTimer)
    removeEventListener('pageshow', comeBack)
    for (const form of [...forms]) remove(form)
    for (const worn of dressed.values()) worn.takeOff()
    dressed.clear()
    script?.remove()
  }

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
      const given = () => options ?? pageOptions()
      const form = build({ named: [], action: '' }, '', given)
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

function localeOf(tag: string): LocaleCode {
  return resolveLocale(tag) ?? 'en'
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
