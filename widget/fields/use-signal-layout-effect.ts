import { effect } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/**
 * Runs now, before the page is painted, and again whenever a signal that it read changes: for what
 * must be right in the first paint. The effect may only read signals and props that never change.
 */
export function useSignalLayoutEffect(run: () => void): void {
  useLayoutEffect(() => effect(run), [])
}
