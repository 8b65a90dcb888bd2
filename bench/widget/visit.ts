import type { Browser } from './devtools.ts'
import { type PageFigures, probeSource } from './probe.ts'

/** How slow machine and network are made; `undefined` leaves both alone. */
export interface Throttling {
  readonly cpuSlowdown: number
  readonly latencyMs: number
  readonly bytesPerSecond: number
}

export interface VisitOrder {
  readonly address: string
  /** How many parts of the form report ready. */
  readonly marks: number
  readonly throttling: Throttling | undefined
}

export interface Visit extends PageFigures {
  /** Addresses of all requests but the page itself, in order. */
  readonly requests: readonly string[]
  /** Shortest time from a request to the head of its answer: shows that the throttling reached all. */
  readonly quickestAnswerMs: number
}

const SETTLE_MS = 500
const GIVE_UP_MS = 30_000

/** Opens a page in a fresh browser context, with cold caches, and waits for its figures. */
export async function visit(browser: Browser, order: VisitOrder): Promise<Visit> {
  const { browserContextId } = await browser.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  )
  const network = new NetworkLog(order.address)
  const stopListening = browser.listen((method, params, sessionId) => {
    network.take(method, params)
    if (method === 'Target.attachedToTarget') void prepareFrame(params, sessionId)
  })

  /** A frame in a process of its own starts paused: nothing of it runs or loads unthrottled. */
  async function prepareFrame(params: Readonly<Record<string, unknown>>, parent: string) {
    if (parent === '') return
    const session = params.sessionId as string
    const failed = () => undefined
    await prepare(browser, session, order).catch(failed)
    await browser.send('Runtime.runIfWaitingForDebugger', {}, session).catch(failed)
  }

  try {
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    })
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    const figures = await open(browser, sessionId, order)
    return { ...figures, ...network.figures() }
  } finally {
    stopListening()
    await browser.send('Target.disposeBrowserContext', { browserContextId })
  }
}

async function open(browser: Browser, session: string, order: VisitOrder): Promise<PageFigures> {
  await prepare(browser, session, order)
  await browser.send('Page.enable', {}, session)
  const source = probeSource(order.marks, SETTLE_MS)
  await browser.send('Page.addScriptToEvaluateOnNewDocument', { source }, session)
  await browser.send('Page.navigate', { url: order.address }, session)
  const { result, exceptionDetails } = await browser.send<{
    readonly result: { readonly value?: PageFigures }
    readonly exceptionDetails?: { readonly text: string }
  }>(
    'Runtime.evaluate',
    {
      expression: `Promise.race([benchmark.figures, new Promise((_, reject) => setTimeout(reject, ${GIVE_UP_MS}))])`,
      awaitPromise: true,
      returnByValue: true,
    },
    session,
  )
  if (result.value === undefined || exceptionDetails !== undefined) {
    throw new Error(`${order.address} was not usable within ${GIVE_UP_MS} ms`)
  }
  return result.value
}

/** Applies to one target; frames in other processes are targets of their own. */
async function prepare(browser: Browser, session: string, { throttling }: VisitOrder) {
  const autoAttach = {
    autoAttach: true,
    // Unthrottled, the pause would only add to the time.
    waitForDebuggerOnStart: throttling !== undefined,
    flatten: true,
  }
  await Promise.all([
    browser.send('Target.setAutoAttach', autoAttach, session),
    browser.send('Network.enable', {}, session),
    ...(throttling === undefined ? [] : throttle(browser, session, throttling)),
  ])
}

function throttle(browser: Browser, session: string, throttling: Throttling): Promise<unknown>[] {
  const { cpuSlowdown, latencyMs, bytesPerSecond } = throttling
  const conditions = {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  }
  return [
    browser.send('Network.emulateNetworkConditions', conditions, session),
    browser.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }, session),
  ]
}

interface Exchange {
  readonly address: string
  answeredInMs?: number
}

/** What went over the wire for a page and how long the first byte took, from all targets together. */
class NetworkLog {
  readonly #page: string
  readonly #exchanges = new Map<string, Exchange>()

  constructor(page: string) {
    this.#page = page
  }

  take(method: string, params: Readonly<Record<string, unknown>>): void {
    const id = params.requestId as string
    if (method === 'Network.requestWillBeSent') {
      const { url, method: verb } = params.request as { url: string; method: string }
      const isLoaded = url.startsWith('http') && url !== this.#page && verb !== 'OPTIONS'
      if (isLoaded) this.#exchanges.set(id, { address: url })
    } else if (method === 'Network.requestServedFromCache') {
      this.#exchanges.delete(id)
    } else if (method === 'Network.responseReceived') {
      this.#takeResponse(id, params.response as ReceivedResponse)
    }
  }

  figures(): Pick<Visit, 'requests' | 'quickestAnswerMs'> {
    const exchanges = [...this.#exchanges.values()]
    const times = exchanges.flatMap(({ answeredInMs }) => answeredInMs ?? [])
    return {
      requests: exchanges.map(({ address }) => address),
      quickestAnswerMs: Math.min(...times),
    }
  }

  #takeResponse(id: string, { fromDiskCache, timing }: ReceivedResponse): void {
    if (fromDiskCache) this.#exchanges.delete(id)
    const exchange = this.#exchanges.get(id)
    if (exchange === undefined || timing === undefined) return
    exchange.answeredInMs = timing.receiveHeadersEnd - timing.sendEnd
  }
}

interface ReceivedResponse {
  readonly fromDiskCache?: boolean
  /** Milliseconds on one clock. */
  readonly timing?: { readonly sendEnd: number; readonly receiveHeadersEnd: number }
}
