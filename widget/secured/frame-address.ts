import type { FrameQuery, WidgetBoot } from '../../common/widget-wire.ts'

/** Which field of which form: see `FrameQuery`. */
export type FrameName = Pick<FrameQuery, 'field' | 'instance' | 'withNumber' | 'withDetails'>

/** Chromium's way to ask which permissions it knows. */
export interface PageWithPolicy {
  readonly featurePolicy?: { features(): readonly string[] }
}

/** Chrome warns of filling in a frame without it; a browser that does not know it writes to the console. */
export function framePermissions(page: PageWithPolicy): string | undefined {
  return page.featurePolicy?.features().includes('autofill') ? 'autofill' : undefined
}

/** Address of the document of a secured field. */
export function frameAddress(boot: WidgetBoot, name: FrameName): string {
  const { checkoutId, entityId } = boot
  const ancestors = [...(location.ancestorOrigins ?? [])]
  const query: FrameQuery = {
    ...name,
    ...(checkoutId ? { checkoutId } : entityId && { entityId }),
    parent: [location.origin, ...ancestors].join(' '),
  }
  return `${boot.base}/v1/pciIframe.html?${new URLSearchParams(Object.entries(query))}`
}

/** Random name of a form, 32 hex. */
export function randomName(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
