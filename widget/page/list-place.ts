import { pageOptions } from '../options/page-options.ts'
import { LISTED, ROW } from '../start/form-height.ts'

/** What is closed until its row is here. Laid out all the same: its secured fields measure their letters. */
const CLOSED = { blockSize: '0', overflow: 'hidden', visibility: 'hidden' }

const FREE = { blockSize: '', overflow: '', visibility: '', padding: '' }

const rooms = new WeakMap<HTMLElement, HTMLElement>()

/** Whether forms of one placeholder probably become a list: the gateway may say that they do not. */
export function isListLikely(count: number): boolean {
  return count > 1 && pageOptions().layout !== 'stacked'
}

/** Keeps room for the rows of forms that were put beside each other, and closes all but the first. */
export function holdPlaces(containers: readonly HTMLElement[]): void {
  if (!isListLikely(containers.length)) return
  const [first, ...others] = containers
  if (first) holdOpen(first, containers.length)
  for (const { style } of others) Object.assign(style, CLOSED)
}

/** The open one has its own padding, and the room of the rows: one above it, as an element, the others below. */
function holdOpen(container: HTMLElement, count: number): void {
  const { wpwlStyle: style } = container.dataset
  if (style !== 'card' && style !== 'plain') return
  const [border, side] = style === 'card' ? [1, LISTED.side] : [0, 0]
  const below = ROW * (count - 1) + LISTED.below - border
  container.style.padding = `${LISTED.above - border}px ${side}px ${below}px`
  const room = document.createElement('div')
  room.className = 'wpwl-method-room'
  room.style.blockSize = `${ROW}px`
  rooms.set(container, room)
  container.before(room)
}

/** The rows are here, or will not come. */
export function releasePlace(container: HTMLElement): void {
  Object.assign(container.style, FREE)
  rooms.get(container)?.remove()
}
