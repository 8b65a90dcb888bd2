import type { ComponentChildren } from 'preact'

export interface Column {
  readonly text: string
  /** Numbers stand at the end. */
  readonly isEnd?: boolean
  /** Left out where the screen is narrow. */
  readonly isWide?: boolean
  /** Left out below 1280 pixels, where the rest would not fit. */
  readonly isWidest?: boolean
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
            {props.columns.map((column) => (
              <th
                key={column.text}
                scope="col"
                class={`${column.isEnd ? 'end' : ''} ${widthClass(column)}`}
              >
                {column.isHidden ? <span class="sr-only">{column.text}</span> : column.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  )
}

/** As the cells of the column have it. */
function widthClass({ isWide, isWidest }: Column): string {
  if (isWidest === true) return 'hidden xl:table-cell'
  return isWide === true ? 'hidden md:table-cell' : ''
}
