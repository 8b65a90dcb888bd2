import { brandLabels } from '../../../common/brand-labels.ts'
import { drawingCode, type FindDrawing, logoOf } from '../../logos/logos.ts'

const SVG = 'http://www.w3.org/2000/svg'

export interface PicturesProps {
  readonly names: readonly string[]
  /** Of brands that are no cards. */
  readonly label?: string | undefined
}

/**
 * The marks of some brands, each marked with its name. Drawn in place: a page's policy may forbid images
 * from `data:` addresses.
 */
export function BrandPictures({ names, label }: PicturesProps) {
  return names.map((name) => (
    <span
      key={name}
      class="wpwl-logo"
      data-brand={name}
      ref={(place) => {
        if (place && !place.hasChildNodes()) void draw(place, name, label)
      }}
    />
  ))
}

type Load = (code: string) => Promise<FindDrawing>

let load: Load

/** Says where the marks come from that few pages show. */
export function fetchLogosBy(fetched: Load): void {
  load = fetched
}

/** Now, or when its drawing is here. Without a network the brand has its name. */
async function draw(
  place: Element,
  name: string,
  label = brandLabels[name] ?? name,
): Promise<void> {
  const code = drawingCode(name)
  const find = code && (await load(code).catch(() => undefined))
  const logo = logoOf(name, find?.(name, label))
  place.replaceChildren(logo === undefined ? label : svgElement(logo))
}

/**
 * Makes the element of a logo without `innerHTML`, which pages with Trusted Types refuse. Logos are
 * one `svg` with plain shapes and texts in it.
 */
function svgElement(text: string): Element {
  const [root, ...shapes] = [...text.matchAll(/<(\w+)([^>]*)>([^<]*)/g)].map(
    ([, name, attributes, words]) => {
      const element = document.createElementNS(SVG, name ?? 'g')
      for (const [, key = '', value = ''] of (attributes ?? '').matchAll(/([\w-]+)="([^"]*)"/g)) {
        if (key !== 'xmlns') element.setAttribute(key, value)
      }
      if (words) element.textContent = words
      return element
    },
  )
  root?.append(...shapes)
  root?.setAttribute('aria-hidden', 'true')
  return root ?? document.createElementNS(SVG, 'svg')
}
