/** A command of W3C WebDriver by its names in both protocols that speak it. */
export interface CommandNames {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/session/{id}`; `{id}` in it is the element of the parameters. */
  readonly path: string
  /** In Marionette, the protocol of Firefox. */
  readonly marionette: string
}

/** The commands that the tests need (W3C WebDriver, chapters 9 to 17). */
export const commands = {
  close: { method: 'DELETE', path: '', marionette: 'WebDriver:DeleteSession' },
  go: { method: 'POST', path: '/url', marionette: 'WebDriver:Navigate' },
  address: { method: 'GET', path: '/url', marionette: 'WebDriver:GetCurrentURL' },
  size: { method: 'POST', path: '/window/rect', marionette: 'WebDriver:SetWindowRect' },
  frame: { method: 'POST', path: '/frame', marionette: 'WebDriver:SwitchToFrame' },
  find: { method: 'POST', path: '/elements', marionette: 'WebDriver:FindElements' },
  click: { method: 'POST', path: '/element/{id}/click', marionette: 'WebDriver:ElementClick' },
  type: { method: 'POST', path: '/element/{id}/value', marionette: 'WebDriver:ElementSendKeys' },
  actions: { method: 'POST', path: '/actions', marionette: 'WebDriver:PerformActions' },
  run: { method: 'POST', path: '/execute/sync', marionette: 'WebDriver:ExecuteScript' },
  picture: { method: 'GET', path: '/screenshot', marionette: 'WebDriver:TakeScreenshot' },
} as const satisfies Record<string, CommandNames>

export type Command = keyof typeof commands

/** A session in a browser. */
export interface Session {
  /** Name and version of the browser. */
  readonly name: string
  /** Sends a command; its value. Throws a `CommandError` where the browser refuses it. */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** What a browser says of a command that it refuses, such as `no such element`. */
export class CommandError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** The key under which WebDriver wraps references to elements. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
