import type { Page, Request } from '@playwright/test'

/** Submits that leave for the gateway, out of any frame. */
export function recordSubmits(page: Page): readonly Request[] {
  const submits: Request[] = []
  page.on('request', (request) => {
    const isSubmit = request.method() === 'POST' && request.url().endsWith('/payment')
    if (isSubmit) submits.push(request)
  })
  return submits
}

/** The names of the secured fields whose documents are asked for, each time. */
export function recordFields(page: Page): string[] {
  const fields: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/pciIframe.html')) fields.push(searchParams.get('field') ?? '')
  })
  return fields
}

export function recordConsole(page: Page): readonly string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  page.on('pageerror', (error) => lines.push(String(error)))
  return lines
}

/** What content security policies complain of, in the page and in its frames. */
export async function recordViolations(page: Page): Promise<readonly string[]> {
  const violations: string[] = []
  await page.exposeBinding('recordViolation', (_source, text: string) => violations.push(text))
  await page.addInitScript(() => {
    const { recordViolation } = window as unknown as Record<string, (text: string) => void>
    document.addEventListener('securitypolicyviolation', (event) => {
      recordViolation?.(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return violations
}

/** Every message that reaches the page itself, as JSON: to its window and over its ports. */
export async function recordMessages(page: Page): Promise<readonly string[]> {
  const messages: string[] = []
  await page.exposeBinding('recordMessage', (_source, text: string) => messages.push(text))
  await page.addInitScript(() => {
    if (window !== top) return
    const { recordMessage } = window as unknown as Record<string, (text: string) => void>
    const record = (event: Event) => {
      // A library that schedules work by a port of its own sends nothing over it.
      recordMessage?.(JSON.stringify((event as MessageEvent).data) ?? 'nothing')
    }
    addEventListener('message', record)
    const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      ...onmessage,
      set(this: MessagePort, listener: unknown) {
        this.addEventListener('message', record)
        onmessage?.set?.call(this, listener)
      },
    })
  })
  return messages
}

/**
 * Counts what pages forget: listeners on window and document, and intervals. Read it with
 * `page.evaluate(() => (window as unknown as { listening: number }).listening)`.
 */
export async function countListeners(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    if (window !== top) return
    const held = new Set<string>()
    const names = new Map<unknown, number>()
    const nameOf = (thing: unknown) => {
      if (!names.has(thing)) names.set(thing, names.size)
      return names.get(thing)
    }
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
    const keyOf = (target: unknown, type: string, listener: unknown) => {
      const isPage = target === undefined || target === window || target === document
      const isMedia = target instanceof MediaQueryList
      return isPage || isMedia
        ? `${isMedia ? 'media' : nameOf(target ?? window)} ${type} ${nameOf(listener)}`
        : undefined
    }
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const key = keyOf(this, type, listener)
      if (key !== undefined) held.add(key)
      add.call(this, type, listener, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      const key = keyOf(this, type, listener)
      if (key !== undefined) held.delete(key)
      remove.call(this, type, listener, options)
    }
    Object.assign(window, { listening: () => held.size })
  })
  return () => page.evaluate(() => (window as unknown as { listening(): number }).listening())
}

/** Counts the timers that are set in the page and the observers of its nodes that are at work. */
export async function countTimersAndObservers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    if (window !== top) return
    const held = new Map<unknown, Node>()
    const { setTimeout: set, clearTimeout: clear } = window
    Object.assign(window, {
      setTimeout(run: () => void, ...rest: [number]) {
        const id = set(
          () => {
            held.delete(id)
            run()
          },
          ...rest,
        )
        held.set(id, document)
        return id
      },
      clearTimeout(id: number) {
        held.delete(id)
        clear(id)
      },
    })
    const { observe, disconnect } = MutationObserver.prototype
    MutationObserver.prototype.observe = function (...given) {
      // The browser frees the observer of a removed element with it, but not one of what is still there.
      const before = held.get(this)
      held.set(this, before?.isConnected ? before : given[0])
      observe.apply(this, given)
    }
    MutationObserver.prototype.disconnect = function () {
      held.delete(this)
      disconnect.call(this)
    }
    Object.assign(window, {
      held: () => [...held.values()].filter((node) => node.isConnected).length,
    })
  })
  return () => page.evaluate(() => (window as unknown as { held(): number }).held())
}

/** Bytes that the page's scripts hold, after what nothing holds is gone. */
export async function heldBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}

/** One part of a layout shift (Layout Instability API). */
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Element | null
    readonly previousRect: DOMRect
    readonly currentRect: DOMRect
  }[]
}

/** The layout shifts of the page until now: how much, and what has moved from where to where. */
export async function recordLayoutShift(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    const box = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = `${node?.nodeName} ${node?.className} ${node?.id}`
          return `${name}: ${box(previousRect)} to ${box(currentRect)}`
        })
        const state = `${document.readyState}, ${document.querySelector('.wpwl-form') && 'drawn'}`
        shifts.push(`${value} at ${startTime} (${state}): ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}
