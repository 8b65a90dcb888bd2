import type { BrowserEvent } from './browser.ts'
import { originOf } from './raw-page.ts'
import { topOf } from './stack.ts'

/** They stay open as long as the page does. */
const LASTING = new Set(['EventSource', 'WebSocket', 'Ping', 'Preflight'])

/** Which requests a tab has sent, who asked for them, and which are under way. */
export class RequestsSeen {
  readonly #origins = new Set<string>()
  readonly #underWay = new Map<string, string | undefined>()
  readonly #askers = new Map<string, string>()

  get isUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  get origins(): readonly string[] {
    return [...this.#origins]
  }

  /** The script that has asked for an address. */
  askerOf(url: string): string {
    return this.#askers.get(url) ?? ''
  }

  begin({ params, sessionId }: BrowserEvent): void {
    const { url } = params.request as { readonly url: string }
    const { stack } = params.initiator as { readonly stack?: unknown }
    const asker = topOf(stack)
    if (asker !== '') this.#askers.set(url, asker)
    if (/^https?:/.test(url)) this.#origins.add(originOf(url))
    if (!LASTING.has(String(params.type))) {
      this.#underWay.set(String(params.requestId), sessionId)
    }
  }

  openSocket({ params }: BrowserEvent): void {
    this.#origins.add(originOf(String(params.url)))
  }

  end({ params }: BrowserEvent): void {
    this.#underWay.delete(String(params.requestId))
  }

  /** A frame or worker is gone, and its requests with it. */
  endAllOf(sessionId: string): void {
    for (const [id, of] of this.#underWay) if (of === sessionId) this.#underWay.delete(id)
  }
}
