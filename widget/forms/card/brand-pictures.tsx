import { brandLabels } from '../../../common/brand-labels.ts'
import { hasLogo, logoOf, type RareLogos } from '../../logos/logos.ts'

const SVG = 'http://www.w3.org/2000/svg'

/**
 * The logos of some brands, each marked with its name, or the name itself where there is no logo.
 * Drawn in place: a page's policy may forbid images from `data:` addresses.
 */
export function BrandPictures({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (
    <span
      key={name}
      class="wpwl-logo"
      data-brand={name}
      ref={(place) => {
        if (place && !place.hasChildNodes()) void draw(place, name)
      }}
    />
  ))
}

let loadRare: () => Promise<RareLogos> = async () => ({})

/** Says where the logos come from that few pages show. */
export function fetchLogosBy(load: () => Promise<RareLogos>): void {
  loadRare = load
}

/** Now, or when its drawing is here. Without a network the brand has its name. */
async function draw(place: Element, name: string): Promise<void> {
  let logo = logoOf(name)
  if (logo === undefined && hasLogo(name)) {
    logo = logoOf(name, await loadRare().catch(() => ({})))
  }
  place.replaceChildren(logo === undefined ? (brandLabels[name] ?? name) : svgElement(logo))
}

/**
 * Makes the element of a logo without `innerHTML`, which pages with Trusted Types refuse. Logos are
 * one `svg` with plain shapes in it.
 */
function svgElement(text: string): Element {
  const [root, ...shapes] = Array.from(text.matchAll(/<(\w+)([^>]*)>/g), ([, name, attributes]) => {
    const element = document.createElementNS(SVG, name ?? 'g')
    for (const [, key = '', value = ''] of (attributes ?? '').matchAll(/([\w-]+)="([^"]*)"/g)) {
      if (key !== 'xmlns') element.setAttribute(key, value)
    }
    return element
  })
  root?.append(...shapes)
  root?.setAttribute('aria-hidden', 'true')
  return root ?? document.createElementNS(SVG, 'svg')
}
