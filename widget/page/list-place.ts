import type { WidgetBoot } from '../../common/widget-wire.ts'
import type { FormRequest } from '../forms/registry.ts'
import { pageOptions } from '../options/page-options.ts'
import { expressForms, expressHeight, LISTED, ROW } from '../start/form-height.ts'

/** What is closed until its row is here. Laid out all the same: its secured fields measure their letters. */
const CLOSED = {
  blockSize: '0',
  border: '0',
  margin: '0',
  overflow: 'hidden',
  padding: '0',
  visibility: 'hidden',
}

const FREE = Object.fromEntries(Object.keys(CLOSED).map((name) => [name, '']))

const rooms = new WeakMap<HTMLElement, HTMLElement>()

/** Whether forms of one placeholder probably become a list: the gateway may say that they do not. */
export function isListLikely(count: number): boolean {
  return count > 1 && pageOptions().layout !== 'stacked'
}

/** A form of a placeholder with its container. */
export interface PlacedForm extends FormRequest {
  readonly container: HTMLElement
}

/**
 * Keeps room for the rows of forms that were put beside each other and for the wallets above them, and
 * closes all but the first.
 */
export function holdPlaces(forms: readonly PlacedForm[], boot: WidgetBoot): void {
  if (!isListLikely(forms.length)) return
  const wallets = expressForms(forms, boot)
  const rows = forms.filter((form) => !wallets.includes(form))
  const [first] = rows
  if (first) holdOpen(first.container, rows.length, wallets.length)
  for (const { container } of forms)
    if (container !== first?.container) Object.assign(container.style, CLOSED)
}

/**
 * The open one has its own padding, and the room of the rows: one above it, with that of the wallets, as an
 * element, the others below.
 */
function holdOpen(container: HTMLElement, count: number, wallets: number): void {
  const { wpwlStyle: style } = container.dataset
  if (style !== 'card' && style !== 'plain') return
  const hasRows = count > 1
  if (hasRows) {
    const [border, side] = style === 'card' ? [1, LISTED.side] : [0, 0]
    const below = ROW * (count - 1) + LISTED.below - border
    container.style.padding = `${LISTED.above - border}px ${side}px ${below}px`
  }
  const room = document.createElement('div')
  room.className = 'wpwl-method-room'
  const width = Math.min(container.parentElement?.clientWidth ?? 0, 480)
  room.style.blockSize = `${(hasRows ? ROW : 0) + expressHeight(wallets, width)}px`
  rooms.set(container, room)
  container.before(room)
}

/** The rows are here, or will not come. */
export function releasePlace(container: HTMLElement): void {
  Object.assign(container.style, FREE)
  rooms.get(container)?.remove()
}
