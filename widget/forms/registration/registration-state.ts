import { brandLabels } from '../../../common/brand-labels.ts'
import type { OfferedRegistration } from '../../../common/widget-types.ts'
import { awaitedAnswer, noAnswer } from '../card/awaited-answer.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { type CodeField, createCodeField } from './code-field.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { signal } = __TILLGATE_KIT__

export type RegistrationState = ReturnType<typeof createRegistrationState>

/** What the form of stored payment details knows. */
export function createRegistrationState(form: FormShell) {
  const { options, session } = form
  /** Those that the shopper has deleted here: the session still names them. */
  const deleted = signal<ReadonlySet<string>>(new Set())
  const picked = signal('')
  const answer = awaitedAnswer()
  const fields = new Map<string, CodeField>()

  const cards = () =>
    (session.value?.registrations ?? []).filter(({ id }) => !deleted.value.has(id))
  /** The one to pay with: the shopper's choice, at first the first that has not expired. */
  const chosen = (): OfferedRegistration | undefined => {
    const usable = cards().filter(({ expired }) => !expired)
    return usable.find(({ id }) => id === picked.value) ?? usable[0]
  }

  return {
    cards,
    chosen,
    answer,
    /** Whether the shopper may delete what is stored: the gateway allows it per channel. */
    mayDelete: () => session.value?.mayDeleteRegistrations ?? false,
    choose(id: string) {
      picked.value = id
      form.isOpen.value = true
    },
    /** The one that the shopper is asked about before it is deleted. */
    asked: signal(''),
    forget(id: string) {
      deleted.value = new Set(deleted.value).add(id)
      fields.get(id)?.frame.dispose()
    },
    /** The security code to ask for, where a stored card is chosen and the page or the channel wants it. */
    codeField(): CodeField | undefined {
      const card = chosen()
      if (card?.card === undefined) return undefined
      if (!card.codeRequired && !options.registrations.requireCvv) return undefined
      const field = fields.get(card.id) ?? createCodeField(form, card, answer)
      fields.set(card.id, field)
      return field
    },
    dispose() {
      answer.resolve(noAnswer)
      for (const { frame } of fields.values()) frame.dispose()
    },
  }
}

/** What a screen reader says of stored payment details. */
export function spokenName({ language }: FormShell, card: OfferedRegistration): string {
  const { translate } = language.value
  const name = card.label ?? brandLabels[card.brand] ?? card.brand
  const { last4Digits: digits } = card.card ?? {}
  const spoken =
    digits === undefined
      ? [name, card.account]
      : [translate('registrationCard', { brand: name, digits, expiry: expiryText(card) ?? '' })]
  return [...spoken, card.expired && translate('registrationExpired')].filter(Boolean).join(', ')
}

export function expiryText({ card }: OfferedRegistration): string | undefined {
  return card && `${card.expiryMonth}/${card.expiryYear.slice(-2)}`
}
