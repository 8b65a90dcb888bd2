import type { FrameQuery, WidgetBoot } from '../../common/widget-wire.ts'

/** Which field of which form: see `FrameQuery`. */
export interface FrameName extends Pick<FrameQuery, 'field' | 'instance' | 'withDetails'> {
  /** Also contains the number frame, from which this one takes its code. */
  readonly besideNumberIn?: Element
}

/** Chromium's way to ask which permissions it knows. */
export interface PageWithPolicy {
  readonly featurePolicy?: { features(): readonly string[] }
}

/** Chrome warns of filling in a frame without it; a browser that does not know it writes to the console. */
export function framePermissions(page: PageWithPolicy): string | undefined {
  return page.featurePolicy?.features().includes('autofill') ? 'autofill' : undefined
}

/**
 * Address of the document of a secured field, whose place in the page is known by now. Frames inside a shadow root
 * do not find each other: each brings its own code. One that had to load a second time for it was sometimes
 * never painted by Chromium.
 */
export function frameAddress(
  { base, checkoutId, entityId }: WidgetBoot,
  { besideNumberIn, ...name }: FrameName,
): string {
  const isBeside = besideNumberIn && !(besideNumberIn.getRootNode() instanceof ShadowRoot)
  const ancestors = [...(location.ancestorOrigins ?? [])]
  const query: FrameQuery = {
    ...name,
    ...(isBeside && { withNumber: '1' }),
    ...(checkoutId ? { checkoutId } : entityId && { entityId }),
    // That of a page in `srcdoc` is the origin of its parent, which `location` does not say.
    parent: [origin, ...ancestors].join(' '),
  }
  return `${base}/v1/pciIframe.html?${new URLSearchParams(Object.entries(query))}`
}

/** Random name of a form, 32 hex. */
export function randomName(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
