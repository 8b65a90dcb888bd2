import { effect } from '@preact/signals'
import { completeForm, lacksFields, type PageForm } from '../forms/create-form.ts'
import { describeChannel } from '../forms/shell/checkout-of.ts'
import { unpayableReason } from '../forms/shell/close-form.ts'
import { explain } from '../forms/shell/explain.ts'
import type { LiveForms } from './live-forms.ts'
import { applySession, type PageSession } from './page-session.ts'

interface ReadinessParts {
  readonly session: Pick<PageSession, 'answer'>
  readonly forms: Pick<LiveForms, 'all'>
  /** Asks for the session again. */
  readonly retry: () => void
}

/** Applies the session to forms, and tells the page when they are ready, once for each form. */
export interface Readiness {
  announceReady(): Promise<void>
  /** The session is read again: it is applied to all forms anew. */
  reset(): void
}

export function createReadiness({ session, forms, retry }: ReadinessParts): Readiness {
  let applied = new WeakSet<PageForm>()
  const announced = new WeakSet<PageForm>()

  function tellPage(): void {
    // Also a form that was added meanwhile, whose own turn comes later: the page is told of all together.
    const ready = forms.all().filter((form) => !announced.has(form) && isShown(form))
    for (const form of ready) announced.add(form)
    for (const given of new Set(ready.map(({ shell }) => shell.given))) {
      const together = ready.filter(({ shell }) => shell.given === given)
      const report = together.map(({ shell, body }) => ({
        containerKey: `wpwl-container-${shell.name}`,
        ccMethods: [...(body?.cardBrands?.() ?? [])],
      }))
      together[0]?.shell.call('onReady', undefined, report)
    }
    for (const { body } of ready) body?.focusFirst?.()
  }

  return {
    /** The page's `onReady` may read and change session, texts and callbacks: they must be here first. */
    async announceReady() {
      const answer = await session.answer()
      for (const form of forms.all()) {
        if (applied.has(form)) continue
        applied.add(form)
        applySession(form, answer, retry)
      }
      if (answer === undefined || 'refusal' in answer) return
      // Here before the shopper pays: a wallet's sheet opens only at once after his click.
      if (answer.session === undefined) {
        for (const { shell } of forms.all()) await describeChannel(shell).catch(() => undefined)
      }
      for (const { shell } of forms.all()) shell.refresh()
      for (const { shell } of forms.all()) await shell.pending()
      offerRegistrations(forms.all())
      for (const form of forms.all()) {
        // The page has set its options late.
        if (form.shell.codeState.peek() === 'here' && lacksFields(form)) void completeForm(form)
      }
      await Promise.all(forms.all().map(settled))
      for (const { shell } of forms.all()) {
        const reason = shell.phase.peek() === 'open' && unpayableReason(shell)
        if (reason) await explain(shell, reason, (code) => code.closeUnpayable(shell, reason))
      }
      tellPage()
    },
    reset() {
      applied = new WeakSet()
    },
  }
}

/** Adds the form of the stored payment details that the checkout offers, once for all its forms. */
function offerRegistrations(forms: readonly PageForm[]): void {
  const hasOne = forms.some(({ shell }) => shell.kind === 'registration')
  const [first] = forms
  if (!hasOne && first?.shell.areRegistrationsOffered.value) first.offerRegistrations?.()
}

/** Resolves when texts and code of a form are here, or will not come. */
function settled({ shell }: PageForm): Promise<void> {
  return new Promise((resolve) => {
    const end = effect(() => {
      if (shell.areTextsSettled.value && shell.codeState.value !== 'loading') {
        resolve()
        queueMicrotask(() => end())
      }
    })
  })
}

/** Complete, and not hidden by the rules of the channel: pages make tabs of what they are told. */
function isShown({ shell }: PageForm): boolean {
  if (shell.kind !== 'registration' && !shell.isOffered.peek()) return false
  return shell.areTextsSettled.peek() && shell.codeState.peek() === 'here'
}
