import { useLocation } from 'preact-iso'
import type { Sort } from './table.tsx'

/**
 * How the address wants a list sorted: `sort=name`, and `sort=-name` for the other way round. Without it, by the first
 * of the columns. `usual`: the order in which a list is sorted first, where the address does not say it.
 */
export function useSort<Name extends string>(
  names: readonly [Name, ...Name[]],
  usual: 'ASC' | 'DESC' = 'ASC',
) {
  const { path, query } = useLocation()
  const first = (name: Name) => (usual === 'ASC' ? name : `-${name}`)
  const asked = query.sort ?? first(names[0])
  const sortOrder = asked.startsWith('-') ? ('DESC' as const) : ('ASC' as const)
  const sortValue = names.find((name) => name === asked.replace(/^-/, '')) ?? names[0]
  return {
    sortValue,
    sortOrder,
    of(name: Name): Sort {
      const order = name === sortValue ? sortOrder : undefined
      const other = order === 'ASC' ? `-${name}` : name
      const sort = order === undefined ? first(name) : other
      const next = new URLSearchParams({ ...query, sort })
      return { ...(order === undefined ? {} : { order }), href: `${path}?${next}` }
    },
  }
}
