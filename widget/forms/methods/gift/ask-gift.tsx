import { createLook } from '../../../fetched/adopt-look.ts'
import { announce, notify } from '../../../fetched/notices.ts'
import type { AskFields } from '../../button/method-form.tsx'
import type { FieldSet } from '../../fields/field-set.ts'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { AppliedCards } from './applied-cards.tsx'
import { changeCards, writtenIn } from './change-cards.ts'
import { giftFields } from './gift-fields.ts'
import look from './look.css?inline'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { signal } = __TILLGATE_KIT__

const adoptOwnLook = createLook(look)

/**
 * Number and PIN of a gift card. Where the checkout takes gift cards as a part, a card is applied before
 * anything is paid; one that covers all that is left pays.
 */
export const askGift: AskFields = (form, code) => {
  const fields = code.createFieldSet(form, () => giftFields)
  const gift = createGiftCards(form, fields)
  return {
    fields,
    Note: () => <AppliedCards form={form} gift={gift} />,
    adoptLook(shell) {
      const reverts = [code.adoptLook(shell), adoptOwnLook(shell)]
      return () => {
        for (const revert of reverts) revert()
      }
    },
    async confirm() {
      return form.session.value?.giftCards === undefined || (await gift.apply()) ? {} : undefined
    },
  }
}

export type GiftCards = ReturnType<typeof createGiftCards>

function createGiftCards(form: FormShell, fields: FieldSet) {
  /** The card that covers what is left, as it was typed, and its balance. */
  const covering = signal<{ readonly typed: string; readonly balance: string } | undefined>(
    undefined,
  )
  const isAsking = signal(false)
  const typed = () => JSON.stringify(fields.sent())
  const say = (key: 'giftApplied' | 'giftRemoved' | 'giftPaysAll', amount: string) =>
    announce(form, form.language.value.translate(key, { amount }))

  async function ask(...wish: [path: string, fields?: Readonly<Record<string, string>>]) {
    isAsking.value = true
    const changed = await changeCards(form, ...wish)
    isAsking.value = false
    if (!('key' in changed)) return changed
    notify(form, { tone: 'error', key: changed.key })
    return undefined
  }

  /** Returns whether the card covers what is left: it is not applied then, it may pay. */
  async function apply(): Promise<boolean> {
    if (covering.peek()?.typed === typed()) return true
    const changed = await ask('/giftCards', fields.sent())
    if (changed === undefined) return false
    const { balance, giftCards, paysAll } = changed
    if (paysAll && balance) {
      covering.value = { typed: typed(), balance: writtenIn(form, balance) }
      say('giftPaysAll', covering.value.balance)
      return true
    }
    fields.fill({ 'giftCard.number': '', 'giftCard.pin': '' })
    // The other forms of the page show what is left as well.
    form.reload()
    say('giftApplied', writtenIn(form, giftCards.rest))
    return false
  }

  return {
    isAsking,
    /** The balance of the typed card, where it covers what is left. */
    balance: () => (covering.value?.typed === typed() ? covering.value.balance : undefined),
    apply,
    /** The shopper presses the button beside the fields. */
    press(): void {
      if (form.phase.value !== 'open') return
      // While this runs, no submit of the form begins.
      void form.latch.run(async () => {
        fields.begin()
        notify(form, undefined)
        if (!fields.showFaults()) await apply()
        return false
      })
    },
    remove(id: string): void {
      if (form.phase.value !== 'open') return
      void form.latch.run(async () => {
        notify(form, undefined)
        const changed = await ask(`/giftCards/${id}/delete`)
        if (changed === undefined) return false
        covering.value = undefined
        form.reload()
        // Its button is gone.
        form.container.querySelector<HTMLElement>('.wpwl-group-giftCardNumber input')?.focus()
        say('giftRemoved', writtenIn(form, changed.giftCards.rest))
        return false
      })
    },
  }
}
