import type { SecuredField } from '../../common/widget-wire.ts'
import type { FramePlace } from './secured-field.ts'

type RunFrame = (input: HTMLInputElement, place: FramePlace) => void

/** Runs the frame of the field that its address names, when its document is whole, then calls `started`. */
export function startFrame(
  run: Partial<Record<SecuredField, RunFrame>>,
  started?: () => void,
): void {
  function start(): void {
    const query = new URLSearchParams(location.search)
    const input = document.querySelector('input')
    // What the gateway adds to the address (`frameDocumentEnd`).
    const { parent = '', brands, list, ...rest } = document.querySelector('p')?.dataset ?? {}
    if (input === null) return
    run[query.get('field') as SecuredField]?.(input, {
      checkoutId: '',
      ...rest,
      instance: query.get('instance') ?? '',
      parents: parent.split(' '),
      brands: brands?.split(' '),
      usesBinList: list !== undefined,
    })
    started?.()
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
}
