import { randomUUID } from 'node:crypto'
import { PAGE_LIMITS } from '../limits.ts'
import type { Browser, BrowserEvent, Fields } from './browser.ts'
import { FramesSeen, type Target } from './frames-seen.ts'
import type { RawScript } from './raw-page.ts'
import { RequestsSeen } from './requests-seen.ts'
import { topOf } from './stack.ts'

interface MainDocument {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string
}

/** What a tab, its frames and workers have told so far. */
export class Observed {
  readonly frames = new FramesSeen()
  readonly requests = new RequestsSeen()
  readonly #browser: Browser
  readonly #scripts: Promise<RawScript>[] = []
  #scriptLength = 0
  #isTooMuch = false
  #attaching = 0
  #main: MainDocument | undefined

  /** Listens to the browser in the place of whoever listened before. */
  constructor(browser: Browser) {
    this.#browser = browser
    const { frames, requests } = this
    const listeners: Readonly<Record<string, (event: BrowserEvent) => void>> = {
      'Target.attachedToTarget': ({ params, sessionId }) => {
        if (sessionId === undefined) return
        void this.attach(String(params.sessionId), params.targetInfo as Target)
      },
      'Target.detachedFromTarget': ({ params }) => {
        frames.detach(String(params.sessionId))
        requests.endAllOf(String(params.sessionId))
      },
      'Page.frameNavigated': ({ params }) => {
        const { id, url } = params.frame as { readonly id: string; readonly url: string }
        frames.show(id, url)
      },
      // An open dialog would stop the page, and so the look at it.
      'Page.javascriptDialogOpening': ({ sessionId }) => {
        const closed = this.#browser.send(
          'Page.handleJavaScriptDialog',
          { accept: false },
          sessionId,
        )
        closed.catch(() => undefined)
      },
      'Network.requestWillBeSent': (event) => requests.begin(event),
      'Network.webSocketCreated': (event) => requests.openSocket(event),
      'Network.loadingFinished': (event) => requests.end(event),
      'Network.loadingFailed': (event) => requests.end(event),
      'Network.responseReceived': ({ params }) => this.#takeDocument(params),
      'Debugger.scriptParsed': (event) => this.#takeScript(event),
    }
    browser.listen((event) => listeners[event.method]?.(event))
  }

  /** Begins to listen to a tab, frame or worker before anything of it runs. */
  async attach(sessionId: string, target: Target): Promise<void> {
    this.frames.attach(sessionId, target)
    this.#attaching++
    const send = (method: string, params: Fields = {}) =>
      this.#browser.send(method, params, sessionId)
    const attached = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }
    // A worker has no page, and a frame may be gone by now.
    await Promise.allSettled([
      send('Page.enable'),
      send('Network.enable'),
      send('Debugger.enable'),
      // A page could stop itself, and so the look at it, by the statement `debugger`.
      send('Debugger.setSkipAllPauses', { skip: true }),
      send('Target.setAutoAttach', attached),
      send('Runtime.runIfWaitingForDebugger'),
    ])
    this.#attaching--
  }

  get isLoading(): boolean {
    return this.requests.isUnderWay || this.#attaching > 0
  }

  /** The answer with the document of the tab. Throws where there was none. */
  get document(): MainDocument {
    if (this.#main === undefined) throw new Error('The page was not loaded: no document has come')
    return this.#main
  }

  /** Rejects where there was more than the limits allow. */
  async scripts(): Promise<readonly RawScript[]> {
    const { maxScripts, maxScriptBytes, maxFrames } = PAGE_LIMITS
    if (this.#isTooMuch) {
      throw new Error(
        `Nothing was compared: the page runs more than ${maxScripts} scripts, or ${maxScriptBytes} characters of them`,
      )
    }
    if (this.frames.isTooMany) {
      throw new Error(`Nothing was compared: its frames are from more than ${maxFrames} origins`)
    }
    return Promise.all(this.#scripts)
  }

  #takeDocument(params: Fields): void {
    if (params.type !== 'Document' || params.frameId !== this.frames.mainFrame) return
    const { url, status, headers } = params.response as Omit<MainDocument, 'requestId'>
    this.#main = { url, status, headers, requestId: String(params.requestId) }
  }

  #takeScript({ params, sessionId = '' }: BrowserEvent): void {
    const { scriptId, executionContextAuxData, startLine, startColumn, stackTrace } = params
    const { frameId } = (executionContextAuxData ?? {}) as { readonly frameId?: string }
    // A script may name itself by a comment, but not what the browser calls it.
    const url = String(params.embedderName ?? params.url ?? '')
    this.#scriptLength += Number(params.length ?? 0)
    const { maxScripts, maxScriptBytes } = PAGE_LIMITS
    if (this.#scripts.length >= maxScripts || this.#scriptLength > maxScriptBytes) {
      this.#isTooMuch = true
      return
    }
    const found = {
      place: this.frames.placeOf(sessionId, frameId),
      url,
      isInDocument: Number(startLine) > 0 || Number(startColumn) > 0,
      from: topOf(stackTrace) || this.requests.askerOf(url),
    }
    const source = this.#browser.send('Debugger.getScriptSource', { scriptId }, sessionId)
    // It was removed before it could be read: what nobody has read is never what was accepted.
    const unread = () => ({ scriptSource: `not read: ${url} ${randomUUID()}` })
    const read = source.catch(unread)
    this.#scripts.push(read.then(({ scriptSource }) => ({ ...found, text: String(scriptSource) })))
  }
}
