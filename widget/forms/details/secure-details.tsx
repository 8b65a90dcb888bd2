import type { ComponentProps } from 'preact'
import { notify } from '../../fetched/notices.ts'
import type { CardForm, DetailFields } from '../card/card-form.ts'
import type { Fault } from '../card/faults.ts'
import type { FormKit } from '../form-kit.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'
import {
  createDetailField,
  type DetailField,
  expiryFaultOf,
  holderFaultOf,
} from './detail-field.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { effect, FieldHint, Group, faultText, framesFailed, watchTheme } = __TILLGATE_KIT__

/** Expiry and holder of a card form as secured fields; they end with the form. */
export function secureDetails(form: CardForm): DetailFields {
  const expiry = createDetailField(form, 'expiry', () => expiryTexts(form))
  const holder = createDetailField(form, 'cardHolder', () => holderTexts(form))
  const fields = [expiry, holder]
  const { sleep, wake, dispose } = form
  Object.assign(form.secured, { expiry: expiry.frame, cardHolder: holder.frame })
  let end = follow(form, expiry, holder)
  const pause = () => {
    end()
    for (const { frame } of fields) frame.pause()
  }
  Object.assign(form, {
    sleep() {
      pause()
      sleep?.()
    },
    wake() {
      end()
      end = follow(form, expiry, holder)
      wake?.()
    },
    dispose() {
      pause()
      for (const { frame } of fields) frame.dispose()
      dispose()
    },
  })
  const shown = () => fields.filter(({ frame }) => frame.element()?.isConnected)
  return {
    Expiry: () => <DetailGroup form={form} field={expiry} label="expiryDate" />,
    Holder: () => (
      <DetailGroup
        form={form}
        field={holder}
        label="cardHolder"
        optional={isOptional(form) ? form.language.value.translate('optional') : undefined}
      />
    ),
    steps: (card: SubmitSteps) => ({
      ...card,
      isLoaded() {
        const states = shown().map(({ frame }) => frame.state.value)
        if (states.every((one) => one === 'ready')) return card.isLoaded()
        // As with number and code: one that still loads is empty, a fault as any other.
        if (states.includes('failed') || !card.showFaults()) notify(form, framesFailed)
        return false
      },
    }),
  }
}

/** Tells the frames and the form's state what changes; returns how to end it. */
function follow(form: CardForm, expiry: DetailField, holder: DetailField): () => void {
  const { state, options, phase, further } = form
  const fields = [expiry, holder]
  const ends = [
    effect(() => {
      const date = expiryFaultOf(expiry.typed.value, !options.disableCardExpiryDateValidation)
      const name = holderFaultOf(holder.typed.value, isRequired(form))
      const isAskedElsewhere = further.value?.hasName() ?? false
      state.framed.value = {
        ...{ expiry: date as Fault },
        ...(!isAskedElsewhere && { cardHolder: name as Fault }),
      }
    }),
    effect(() => {
      for (const { frame, name } of fields) {
        const fault = state.shownFaults.value[name]
        frame.sendState({ kind: 'fault', message: fault ? faultText(form, fault) : null })
      }
    }),
    effect(() => {
      const disabled = phase.value !== 'open'
      for (const { frame } of fields) frame.sendState({ kind: 'disabled', disabled })
    }),
    effect(() => {
      const required = isRequired(form)
      holder.frame.sendState({ kind: 'codeRules', lengths: [3], required, mask: false })
    }),
    effect(() => {
      options.iframeStyles
      state.shownFaults.value
      for (const field of fields) field.sendLook()
    }),
    watchTheme(() => {
      for (const field of fields) field.sendLook()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

interface DetailGroupProps {
  readonly form: CardForm
  readonly field: DetailField
  readonly label: 'expiryDate' | 'cardHolder'
  readonly optional?: string | undefined
}

/** The same classes as the form's own field has, with a frame in place of the input. */
function DetailGroup({ form, field, label, optional }: DetailGroupProps) {
  const { state, focused, options, language } = form
  const { frame, name } = field
  const text = language.value.translate(label)
  const fault = state.shownFaults.value[name]
  const classes = [
    `wpwl-control wpwl-control-iframe wpwl-control-${name}`,
    ...(fault ? ['wpwl-has-error'] : []),
    ...(focused.value === name ? ['wpwl-focus'] : []),
  ]
  return (
    <Group
      name={name}
      {...(name === 'cardHolder' && { wireName: 'card.holder' })}
      label={options.showLabels ? text : undefined}
      optional={optional}
      onLabel={() => {
        frame.element()?.focus()
        frame.send({ kind: 'focus' })
      }}
    >
      <iframe
        ref={field.attach}
        class={classes.join(' ')}
        name={frame.field}
        title={text}
        aria-label={text}
        allow={frame.allow}
        src={frame.src}
        {...({ placeholder: text } as ComponentProps<'iframe'>)}
      />
      {name === 'expiry' && <PlaceholderModel />}
      {frame.state.value === 'failed' && (
        <button type="button" class="wpwl-retry" onClick={frame.retry}>
          {language.value.translate('retry')}
        </button>
      )}
      {fault && (
        <FieldHint
          id={`${form.container.id}_${name}`}
          hint={fault.hint}
          text={faultText(form, fault)}
        />
      )}
    </Group>
  )
}

/** Shows the frames how placeholders of the page look: the form may have no other field of the page. */
function PlaceholderModel() {
  // Browsers compute the style of a placeholder that exists only.
  return <input class="wpwl-control" style={{ display: 'none' }} placeholder=" " readOnly />
}

function expiryTexts({ options, language }: CardForm) {
  const { translate } = language.value
  return {
    label: translate('expiryDate'),
    description: '',
    placeholder: options.showPlaceholders ? translate('mmyy') : '',
  }
}

function holderTexts(form: CardForm) {
  const { options, language, session } = form
  const { translate } = language.value
  const hasOwnText =
    options.labels.cardHolder !== undefined ||
    !options.showLabels ||
    session.value?.profile === 'legacy'
  const label = translate('cardHolder')
  return {
    label,
    description: isOptional(form) ? translate('optional') : '',
    placeholder: options.showPlaceholders && hasOwnText ? label : '',
  }
}

function isRequired({ options }: CardForm): boolean {
  if (!options.showCardHolder) return false
  return options.requireCardHolder || !options.allowEmptyCardHolderName
}

/** Old pages check the holder themselves: for them "optional" would be wrong. */
function isOptional(form: CardForm): boolean {
  const session = form.session.value
  return !isRequired(form) && session !== undefined && session.profile !== 'legacy'
}
