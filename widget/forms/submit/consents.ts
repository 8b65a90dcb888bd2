/**
 * Whether the page lets a submit go on: it is stopped by `false`, `preventDefault`, a rejected
 * promise, and a promise of `false`. An explicit `true` wins over `preventDefault`:
 * shops that send the form themselves elsewhere write both. Stays synchronous when the page is: a
 * submit that no promise delays keeps its place in the task.
 */
export function consents(answer: unknown, isPrevented: () => boolean): boolean | Promise<boolean> {
  const agrees = (value: unknown) => value === true || (value !== false && !isPrevented())
  if (!isThenable(answer)) return agrees(answer)
  return Promise.resolve(answer).then(agrees, () => false)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
