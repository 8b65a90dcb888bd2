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
  /** The whole list is sorted by it, on the server. */
  readonly sort?: Sort
}

export interface Sort {
  /** Absent: the list is sorted by another column. */
  readonly order?: 'ASC' | 'DESC' | undefined
  /** Where the list is sorted the other way, or by this column. */
  readonly href: string
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
                aria-sort={column.sort && ARIA[column.sort.order ?? 'none']}
              >
                {column.sort !== undefined ? (
                  <SortLink text={column.text} sort={column.sort} />
                ) : column.isHidden ? (
                  <span class="sr-only">{column.text}</span>
                ) : (
                  column.text
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  )
}

const ARIA = { ASC: 'ascending', DESC: 'descending', none: 'none' } as const

function SortLink({ text, sort }: { readonly text: string; readonly sort: Sort }) {
  const { order, href } = sort
  return (
    <a class="inline-flex items-center gap-1 hover:text-ink" href={href}>
      {text}
      <span aria-hidden="true" class={order === undefined ? 'opacity-40' : ''}>
        {order === undefined ? '↕' : order === 'ASC' ? '↑' : '↓'}
      </span>
    </a>
  )
}

/** As the cells of the column have it. */
function widthClass({ isWide, isWidest }: Column): string {
  if (isWidest === true) return 'hidden xl:table-cell'
  return isWide === true ? 'hidden md:table-cell' : ''
}
