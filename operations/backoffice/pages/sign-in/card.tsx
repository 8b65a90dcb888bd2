import type { ComponentChildren } from 'preact'
import { Logo } from '../../parts/icon.tsx'

/** A form of somebody who is not signed in, in the middle of the page. */
export function Card(props: {
  readonly title: string
  readonly lead?: string
  readonly children: ComponentChildren
}) {
  return (
    <main class="grid min-h-svh place-items-center p-4">
      <div class="panel flex w-full max-w-sm flex-col gap-5 p-6">
        <header class="flex flex-col gap-3">
          <span class="flex items-center gap-2.5 text-heading font-semibold">
            <Logo />
            Tillgate
          </span>
          <h1 class="text-title font-semibold tracking-tight">{props.title}</h1>
          {props.lead !== undefined && <p class="text-muted">{props.lead}</p>}
        </header>
        {props.children}
      </div>
    </main>
  )
}
