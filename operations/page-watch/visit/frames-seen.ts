import { PAGE_LIMITS } from '../limits.ts'
import { originOf } from './raw-page.ts'

/** What the browser attaches to: a tab, a frame of another process, a worker. */
export interface Target {
  readonly type: string
  readonly targetId: string
  readonly url: string
}

/** The document of the tab itself, as a place. */
const PAGE = 'page'

/** Which frames and workers a tab has shown, and where each is from. */
export class FramesSeen {
  readonly #sessions = new Map<string, Target>()
  readonly #placeById = new Map<string, string>()
  readonly #places = new Set<string>()
  mainFrame = ''

  /** More than the limits allow. */
  get isTooMany(): boolean {
    return this.#places.size > PAGE_LIMITS.maxFrames
  }

  get places(): readonly string[] {
    return [...this.#places]
  }

  attach(sessionId: string, target: Target): void {
    this.#sessions.set(sessionId, target)
    if (target.type === PAGE) this.mainFrame = target.targetId
    else if (target.type === 'iframe') this.show(target.targetId, target.url)
  }

  detach(sessionId: string): void {
    this.#sessions.delete(sessionId)
  }

  /** A frame has got a document. */
  show(frameId: string, url: string): void {
    // Before its first document a frame has no address.
    if (frameId === this.mainFrame || url === '' || this.isTooMany) return
    this.#placeById.set(frameId, originOf(url))
    this.#places.add(originOf(url))
  }

  placeOf(sessionId: string, frameId: string | undefined): string {
    const target = this.#sessions.get(sessionId)
    if (target !== undefined && target.type !== PAGE && target.type !== 'iframe') {
      return `worker ${originOf(target.url)}`
    }
    const frame = frameId ?? target?.targetId ?? ''
    return frame === this.mainFrame ? PAGE : (this.#placeById.get(frame) ?? 'about:blank')
  }

  /** Those that have a document. */
  documentSessions(): readonly { readonly sessionId: string; readonly place: string }[] {
    return [...this.#sessions]
      .filter(([, { type }]) => type === PAGE || type === 'iframe')
      .map(([sessionId, { targetId }]) => ({
        sessionId,
        place: this.placeOf(sessionId, targetId),
      }))
  }
}
