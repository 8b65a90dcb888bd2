import type { FramePlace } from './secured-field.ts'

/** Runs a frame in its document, whose root element carries the gateway's parameters. */
export function startFrame(run: (input: HTMLInputElement, place: FramePlace) => void): void {
  const input = document.querySelector('input')
  const { instance = '', parent = '', checkout = '', brands } = document.documentElement.dataset
  if (input === null) return
  run(input, {
    instance,
    parents: parent.split(' '),
    checkoutId: checkout,
    brands: brands?.split(' '),
  })
}
