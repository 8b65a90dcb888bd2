import type { ComponentChildren } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BASE } from '../shell/menu.ts'
import { t } from '../texts/texts.ts'
import { Done } from './done.tsx'

/** A page of the back office: its title, what can be done there, and its content. */
export function Page(props: {
  readonly title: string
  /** What stands beside the title. */
  readonly beside?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) {
  // The steps of a new channel lead here, and back.
  const { setup } = useLocation().query
  useEffect(() => {
    document.title = `${props.title} · Tillgate`
  }, [props.title])
  return (
    <main id="content" class="flex flex-col gap-4 p-4 outline-none lg:px-6 lg:py-5" tabIndex={-1}>
      <header class="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 class="text-title font-semibold tracking-tight">{props.title}</h1>
        {props.beside}
        {setup !== undefined && (
          <a class="link" href={`${BASE}/entities/${setup}`}>
            {t('setup.back')}
          </a>
        )}
        {props.actions !== undefined && (
          <div class="no-print ms-auto flex flex-wrap items-center gap-2">{props.actions}</div>
        )}
      </header>
      <Done />
      {props.children}
    </main>
  )
}

/** A part of a page with a heading of its own. */
export function Section(props: {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly hint?: string
  readonly class?: string
  readonly children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class={`panel min-w-0 ${props.class ?? ''}`} aria-labelledby={id}>
      <header class="flex min-h-11 flex-wrap items-center gap-2 px-4 pt-2">
        <h2 id={id} class="min-w-0 text-label font-semibold [overflow-wrap:anywhere]">
          {props.title}
        </h2>
        {props.hint !== undefined && <p class="text-muted">{props.hint}</p>}
        {props.actions !== undefined && <div class="ms-auto flex gap-2">{props.actions}</div>}
      </header>
      {props.children}
    </section>
  )
}
