import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Failure } from '../api/request.ts'
import { t } from '../texts/texts.ts'
import { Icon } from './icon.tsx'
import { failureText } from './notice.tsx'

/** A dialog over the page. The browser keeps the focus in it and gives it back. */
export function Dialog(props: {
  readonly title: string
  /** For long forms. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog by Escape
    <dialog
      ref={dialog}
      aria-labelledby={id}
      class={`panel m-auto w-full ${props.isWide === true ? 'max-w-2xl' : 'max-w-md'} p-0 text-ink max-md:mb-0 max-md:max-w-full max-md:rounded-b-none`}
      onClose={props.onClose}
      onClick={(event) => {
        // A click beside a long form must not lose what was typed.
        if (event.target === dialog.current && props.isWide !== true) props.onClose()
      }}
    >
      <div class="flex flex-col gap-4 p-5">
        <header class="flex items-start gap-2">
          <h2 id={id} class="flex-1 text-heading font-semibold">
            {props.title}
          </h2>
          <button
            type="button"
            class="-m-1 grid size-8 place-items-center rounded-field text-muted hover:bg-sunken"
            aria-label={t('action.close')}
            onClick={props.onClose}
          >
            <Icon name="cross" />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  )
}

/** The one step before something is done: says what will happen, and does it. */
export function ConfirmDialog(props: {
  readonly title: string
  /** What will happen, and what will be left. */
  readonly sentence?: ComponentChildren
  readonly confirm: string
  readonly isWide?: boolean
  /** Stands behind a hairline in the button, as on a slip. */
  readonly amount?: string | undefined
  readonly isBad?: boolean
  readonly isBusy: boolean
  readonly isReady?: boolean
  readonly failure?: Failure | undefined
  /** What can be done about the failure. */
  readonly remedy?: ComponentChildren
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ComponentChildren
}) {
  const { isReady = true, isWide = false } = props
  return (
    <Dialog title={props.title} isWide={isWide} onClose={props.onClose}>
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !props.isBusy) props.onConfirm()
        }}
      >
        {props.children}
        {props.sentence !== undefined && (
          <p
            class="rounded-field bg-sunken px-3 py-2.5 text-label text-pretty empty:-mb-4 empty:p-0"
            aria-live="polite"
          >
            {props.sentence}
          </p>
        )}
        {props.failure !== undefined && (
          <p role="alert" class="flex gap-2 text-bad">
            <Icon name="warn" class="mt-0.5" />
            <span class="min-w-0 [overflow-wrap:anywhere]">{failureText(props.failure)}</span>
          </p>
        )}
        {props.failure !== undefined && props.remedy}
        <div class="flex justify-end gap-2">
          <button type="button" class="button" onClick={props.onClose}>
            {t('action.cancel')}
          </button>
          <button
            type="submit"
            class={`button ${props.isBad === true ? 'button-bad' : 'button-primary'}`}
            disabled={!isReady || props.isBusy}
          >
            {props.isBusy ? t('state.busy') : props.confirm}
            {props.amount !== undefined && (
              <span class="figures border-s border-current/35 ps-2">{props.amount}</span>
            )}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
