import { useLocation } from 'preact-iso'
import type { Sort } from './table.tsx'

/**
 * How the address wants a list sorted: `sort=name`, and `sort=-name` for the other way round. Without it, by the first
 * of the columns.
 */
export function useSort<Name extends string>(names: readonly [Name, ...Name[]]) {
  const { path, query } = useLocation()
  const asked = query.sort ?? ''
  const sortOrder = asked.startsWith('-') ? ('DESC' as const) : ('ASC' as const)
  const sortValue = names.find((name) => name === asked.replace(/^-/, '')) ?? names[0]
  return {
    sortValue,
    sortOrder,
    of(name: Name): Sort {
      const order = name === sortValue ? sortOrder : undefined
      const next = new URLSearchParams({ ...query, sort: order === 'ASC' ? `-${name}` : name })
      return { ...(order === undefined ? {} : { order }), href: `${path}?${next}` }
    },
  }
}
