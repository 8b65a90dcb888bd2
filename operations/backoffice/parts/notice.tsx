import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/request.ts'
import { spelled, t } from '../texts/texts.ts'
import { Icon, type IconName } from './icon.tsx'

/** What went wrong, in the words of the gateway: its sentences about single parameters say the most. */
export function failureText({ status, description, faults }: Failure): string {
  if (status === 0) return t('error.noAnswer')
  const sentences = faults.map(({ name, message }) => `${spelled(name)} ${message}.`)
  if (sentences.length > 0) return sentences.join(' ')
  return description === '' ? t('error.unknown', { status }) : description
}

/** A failure where the content would be, with a way to try again. */
export function FailureNotice(props: { readonly failure: Failure; readonly retry?: () => void }) {
  return (
    <div role="alert" class="flex flex-wrap items-center gap-3 px-4 py-3 text-bad">
      <Icon name="warn" />
      <p class="min-w-0 flex-1 [overflow-wrap:anywhere]">{failureText(props.failure)}</p>
      {props.retry !== undefined && (
        <button type="button" class="button" onClick={props.retry}>
          {t('action.again')}
        </button>
      )}
    </div>
  )
}

/** Nothing is there: says what to do. */
export function Empty(props: {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <span class="mb-1 grid size-10 place-items-center rounded-full bg-sunken text-muted">
        <Icon name={props.icon} class="size-5" />
      </span>
      <p class="text-label font-semibold">{props.title}</p>
      <p class="max-w-md text-pretty text-muted">{props.text}</p>
      {props.children}
    </div>
  )
}

/** As many grey rows as the content will have about. */
export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div role="status" class="flex flex-col px-4 py-1">
      <span class="sr-only">{t('state.loading')}</span>
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} class="flex h-9.5 items-center gap-6">
          <span class="bone h-3 w-24" />
          <span class="bone h-3 w-16" />
          <span class="bone h-3 flex-1" />
          <span class="bone h-3 w-20" />
        </span>
      ))}
    </div>
  )
}
