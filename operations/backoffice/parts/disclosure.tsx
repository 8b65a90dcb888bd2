import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

/** A panel that shows its content when somebody asks for it. */
export function Disclosure(props: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <details class="panel group min-w-0">
      <summary class="flex min-h-11 list-none items-center gap-2 px-4 text-label font-semibold">
        <Icon name="right" class="text-muted group-open:rotate-90" />
        {props.title}
      </summary>
      {props.children}
    </details>
  )
}
