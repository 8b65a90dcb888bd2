import { batch, type Signal } from '@preact/signals'
import type { FromFrame } from '../../../common/widget-wire.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import type { EarlyForm } from '../../start/early-form.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { CardForm } from './card-form.ts'
import type { CardField } from './faults.ts'
import { createFieldFrame } from './field-frame.ts'

const fields = { 'card.number': 'cardNumber', 'card.cvv': 'cvv' } as const

interface CardFrameParts {
  readonly instance: string
  readonly early: EarlyForm | undefined
  /** Where expiry and holder are secured fields, too. */
  readonly withDetails: { readonly withDetails: '1' } | undefined
  /** The form of the frame, which is not complete yet. */
  readonly form: () => CardForm
  /** The frame has a new document: what was typed is gone. */
  readonly loaded: (field: CardField) => void
}

/** One of the two secured fields of a card form. */
export function createCardFrame(
  shell: FormShell,
  wireName: keyof typeof fields,
  { instance, early, withDetails, form, loaded }: CardFrameParts,
): SecuredFrame {
  const field = fields[wireName]
  const name = {
    field: wireName,
    instance,
    ...(wireName === 'card.cvv' && { besideNumberIn: shell.container }),
    ...withDetails,
  }
  const events = {
    loaded: () => loaded(field),
    beside: () => Object.values(form().secured),
    ready(isFirst: boolean) {
      if (isFirst && shell.options.autofocus === wireName) frame.send({ kind: 'focus' })
    },
    focused() {
      form().focused.value = field
    },
    left() {
      const { focused, left } = form()
      if (focused.value === field) focused.value = undefined
      left(field)
    },
    received: (message: FromFrame) => receive(message, field, form()),
  }
  const frame = createFieldFrame(shell, name, events, early)
  return frame
}

function receive(message: FromFrame, field: CardField, form: CardForm): void {
  const { state } = form
  switch (message.kind) {
    case 'number':
      takeState(state.number, message.state, () => form.edited(field))
      break
    case 'code':
      takeState(state.code, message, () => form.edited(field))
      break
    case 'noAnswer':
      // It sends nothing more for this order: the shopper types into a new one.
      if (message.reason === 'shut' || message.reason === 'refused') form.number.retry()
      form.answer.resolve(message)
      break
    case 'answer':
      form.answer.resolve(message)
      break
  }
}

function takeState<State extends { readonly length: number }>(
  held: Signal<State>,
  next: State,
  edited: () => void,
): void {
  const isEdited = next.length !== held.peek().length
  batch(() => {
    held.value = next
    if (isEdited) edited()
  })
}
