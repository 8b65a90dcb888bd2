import { setTimeout as pause } from 'node:timers/promises'
import { PAGE_LIMITS } from '../limits.ts'
import type { Browser, Fields } from './browser.ts'
import { type DomNode, elementsOf } from './elements.ts'
import { Observed } from './observed.ts'
import { originOf, type RawPage } from './raw-page.ts'

/** How often it is looked whether the page is quiet. */
const LOOK_MS = 100

/**
 * Shows a page in a tab of its own, moves the mouse and scrolls once, as some pages wait for that, and tells what
 * ran in it, its frames and workers. Rejects where it cannot be loaded, or is larger than the limits.
 */
export async function visitPage(
  browser: Browser,
  url: string,
  waitSeconds: number,
): Promise<RawPage> {
  const observed = new Observed(browser)
  const { sessionId, targetId } = await openTab(browser, observed)
  const answer = await browser.send('Page.navigate', { url }, sessionId)
  if (typeof answer.errorText === 'string' && answer.errorText !== '') {
    throw new Error(`The page was not loaded: ${answer.errorText}`)
  }
  await untilQuiet(observed)
  await moveAndScroll(browser, sessionId)
  await pause(waitSeconds * 1000)
  const isQuiet = await untilQuiet(observed)
  const { status, headers, url: shown } = observed.document
  if (status >= 400) throw new Error(`The page was not loaded: it is answered with ${status}`)
  const scripts = await observed.scripts()
  const elements = await elementsIn(browser, observed, sessionId)
  await browser.send('Target.closeTarget', { targetId })
  const [frames, origins] = [observed.frames.places, observed.requests.origins]
  return { url: shown, headers, scripts, frames, origins, elements, isQuiet }
}

/** The text of what is at an address, asked in a tab that shares nothing with others. */
export async function readText(browser: Browser, url: string): Promise<string> {
  const observed = new Observed(browser)
  const { browserContextId } = await browser.send('Target.createBrowserContext')
  const { sessionId } = await openTab(browser, observed, { browserContextId })
  const answer = await browser.send('Page.navigate', { url }, sessionId)
  if (typeof answer.errorText === 'string' && answer.errorText !== '') {
    throw new Error(`${url} was not read: ${answer.errorText}`)
  }
  await untilQuiet(observed)
  const { status, requestId } = observed.document
  if (status !== 200) throw new Error(`${url} is answered with ${status}`)
  const { body } = await browser.send('Network.getResponseBody', { requestId }, sessionId)
  return String(body)
}

async function openTab(browser: Browser, observed: Observed, context: Fields = {}) {
  const made = await browser.send('Target.createTarget', { url: 'about:blank', ...context })
  const targetId = String(made.targetId)
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const sessionId = String(attached.sessionId)
  await observed.attach(sessionId, { type: 'page', targetId, url: 'about:blank' })
  return { sessionId, targetId }
}

/** Whether no request was under way for a while; `false` when the time is over. */
async function untilQuiet(observed: Observed): Promise<boolean> {
  let quietMs = 0
  for (let waitedMs = 0; waitedMs < PAGE_LIMITS.loadMs; waitedMs += LOOK_MS) {
    await pause(LOOK_MS)
    quietMs = observed.isLoading ? 0 : quietMs + LOOK_MS
    if (quietMs >= PAGE_LIMITS.quietMs) return true
  }
  return false
}

async function moveAndScroll(browser: Browser, sessionId: string): Promise<void> {
  const place = { x: 200, y: 200 }
  const send = (params: Fields) => browser.send('Input.dispatchMouseEvent', params, sessionId)
  await send({ type: 'mouseMoved', ...place })
  // Not every page answers a turn of the wheel.
  send({ type: 'mouseWheel', ...place, deltaX: 0, deltaY: 400 }).catch(() => undefined)
}

async function elementsIn(browser: Browser, observed: Observed, pageSession: string) {
  const documents = observed.frames.documentSessions().map(async ({ sessionId, place }) => {
    try {
      const asked = { depth: -1, pierce: true }
      const { root } = await browser.send('DOM.getDocument', asked, sessionId)
      return { root: root as DomNode, place }
    } catch (error) {
      // A frame may be gone by now; the page may not.
      if (sessionId === pageSession) throw error
      return undefined
    }
  })
  return (await Promise.all(documents))
    .filter((document) => document !== undefined)
    .flatMap(({ root, place }) =>
      elementsOf(root, (url, isOuter) => (isOuter ? place : originOf(url))),
    )
}
