import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError, ELEMENT, type Session } from './commands.ts'

/** How long something that must come may take, in milliseconds. */
const WAIT_LIMIT_MS = 30_000
const LOOK_AGAIN_MS = 50

/** What goes away while a page or frame is loaded again: looked for once more. */
const PASSING = new Set([
  'no such element',
  'no such frame',
  'no such window',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
  'javascript error',
])

type Reference = Readonly<Record<typeof ELEMENT, string>>

/** A browser as a shopper uses it. Elements are named by CSS selectors. */
export class Browser {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  get name(): string {
    return this.#session.name
  }

  async go(address: string): Promise<void> {
    await this.#session.send('frame', { id: null })
    await this.#session.send('go', { url: address })
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#session.send('size', { width, height })
  }

  /** Clicks on the first element, once it is there. */
  async click(selector: string): Promise<void> {
    await this.#try(`a click on ${selector}`, async () => {
      await this.#session.send('click', { id: await this.#find(selector) })
      return true
    })
  }

  /** Clicks into a field and types. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector)
    await this.#session.send('type', { id: await this.#find(selector), text })
  }

  /** Presses and lets go of one key, wherever the focus is. */
  async press(key: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }))
    await this.#session.send('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Does something inside nested frames, the outermost first, and comes back to the page. */
  async inFrame<Value>(selectors: readonly string[], act: () => Promise<Value>): Promise<Value> {
    await this.#try(`the frame ${selectors.join(' ')}`, async () => {
      await this.#session.send('frame', { id: null })
      for (const selector of selectors)
        await this.#session.send('frame', { id: { [ELEMENT]: await this.#find(selector) } })
      return true
    })
    try {
      return await act()
    } finally {
      await this.#session.send('frame', { id: null })
    }
  }

  /** The value of an expression in the page or frame. */
  async read<Value>(expression: string): Promise<Value> {
    return (await this.#session.send('run', {
      script: `return ${expression}`,
      args: [],
    })) as Value
  }

  /** Waits until an expression of the page or frame is true. */
  async until(expression: string): Promise<void> {
    await this.#try(expression, () => this.read<boolean>(`Boolean(${expression})`))
  }

  /** Waits for a page with this path; its query. */
  async at(path: string): Promise<URLSearchParams> {
    let address = new URL('about:blank')
    await this.#try(`the page ${path}`, async () => {
      address = new URL(String(await this.#session.send('address')))
      return address.pathname === path
    })
    return address.searchParams
  }

  async picture(path: string): Promise<void> {
    await writeFile(path, Buffer.from(String(await this.#session.send('picture')), 'base64'))
  }

  async #find(selector: string): Promise<string> {
    const found = await this.#session.send('find', { using: 'css selector', value: selector })
    const [first] = found as readonly Reference[]
    if (first === undefined) throw new CommandError('no such element', selector)
    return first[ELEMENT]
  }

  /** Tries again until `act` says true; what passes by itself is no failure before the limit. */
  async #try(what: string, act: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + WAIT_LIMIT_MS
    let last = ''
    while (Date.now() < giveUpAt) {
      try {
        if (await act()) return
      } catch (error) {
        if (!(error instanceof CommandError) || !PASSING.has(error.code)) throw error
        last = `: ${error.message}`
      }
      await pause(LOOK_AGAIN_MS)
    }
    throw new Error(`${this.name} did not come to ${what}${last}`)
  }
}
