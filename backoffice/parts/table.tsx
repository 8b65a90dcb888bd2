import type { ComponentChildren } from 'preact'

export interface Column {
  readonly text: string
  /** Numbers stand at the end. */
  readonly isEnd?: boolean
  /** Left out where the screen is narrow. */
  readonly isWide?: boolean
  /** For screen readers only. */
  readonly isHidden?: boolean
}

/** A dense table; its rows come as they are. */
export function Table(props: {
  readonly columns: readonly Column[]
  readonly children: ComponentChildren
}) {
  return (
    <div class="overflow-x-auto">
      <table class="data-table">
        <thead>
          <tr>
            {props.columns.map(({ text, isEnd, isWide, isHidden }) => (
              <th
                key={text}
                scope="col"
                class={`${isEnd ? 'end' : ''} ${isWide ? 'hidden md:table-cell' : ''}`}
              >
                {isHidden ? <span class="sr-only">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  )
}
