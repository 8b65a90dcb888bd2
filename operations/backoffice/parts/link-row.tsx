import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'

/**
 * A row that leads somewhere. The link in its first cell is what keyboards and screen readers use; a click
 * anywhere else in the row does the same.
 */
export function LinkRow(props: {
  readonly href: string
  readonly isNew?: boolean
  readonly children: ComponentChildren
}) {
  const { route } = useLocation()
  return (
    <tr
      data-link
      data-new={props.isNew === true ? '' : undefined}
      onClick={(event) => {
        const target = event.target as Element
        const isOwn = target.closest('a, button, input, label') !== null
        if (!isOwn && getSelection()?.isCollapsed !== false) route(props.href)
      }}
    >
      {props.children}
    </tr>
  )
}

/** The link of a row, which `j` and `k` go through. */
export function RowLink(props: { readonly href: string; readonly children: ComponentChildren }) {
  return (
    <a data-row href={props.href} class="font-medium hover:underline">
      {props.children}
    </a>
  )
}
