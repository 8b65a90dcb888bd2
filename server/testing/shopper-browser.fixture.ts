import {
  AUTHENTICATION_PAGE_PATH,
  type BrowserStep,
  CANCEL_PATH,
  NEXT_STEP_PATH,
} from '../../common/authentication-wire.ts'
import { formOf, type PageForm } from '../../sandbox/directory/issuer-pages/browser.fixture.ts'
import { decodeFromBrowser } from '../features/three-ds/messages/browser-text.ts'
import type { MessageOf } from '../features/three-ds/messages/messages.ts'

/** All that a request can say of its shopper's browser: without a method call no page has to ask it. */
export const BROWSER_DATA = {
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.userAgent': 'Mozilla/5.0',
  'customer.browser.language': 'en',
  'customer.browser.screenWidth': '1920',
  'customer.browser.screenHeight': '1080',
  'customer.browser.screenColorDepth': '24',
  'customer.browser.timezone': '-60',
  'customer.browser.javaEnabled': 'false',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.ip': '203.0.113.7',
} as const

/** Where an answer sends a shopper. */
export interface SentShopper {
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** How the shopper answers each page of the issuer: what is entered into its form. */
export type EnterInto = (form: PageForm) => Readonly<Record<string, string>>

/** What a browser went through. */
export interface Journey {
  /** Kinds of steps, in their order. */
  readonly steps: readonly BrowserStep['step'][]
  readonly last: BrowserStep
  /** Of each challenge that was opened. */
  readonly challenges: readonly MessageOf<'CReq'>[]
}

/** More than any authentication needs. */
const MAX_STEPS = 12

/** Plays the browser of a shopper without scripts and frames: posts the forms that pages bring. */
export class ShopperBrowser {
  readonly #gatewayUrl: string

  /** @param gatewayUrl where all origins of the test lead to */
  constructor(gatewayUrl: string) {
    this.#gatewayUrl = gatewayUrl
  }

  /** Goes through the authentication of a payment until it is over, or has to wait. */
  async authenticate(redirect: SentShopper, enter: EnterInto): Promise<Journey> {
    const credentials = Object.fromEntries(
      redirect.parameters.map(({ name, value }) => [name, value]),
    )
    const page = await this.#post(redirect.url, credentials)
    if (!page.includes('id="challenge"')) throw new Error(`No authentication page: ${page}`)
    const steps: BrowserStep['step'][] = []
    const challenges: MessageOf<'CReq'>[] = []
    let seen: object = {}
    for (let count = 0; count < MAX_STEPS; count++) {
      const last = await this.#ask(NEXT_STEP_PATH, { ...credentials, ...seen })
      steps.push(last.step)
      if (last.step === 'method') seen = await this.#callMethod(last)
      else if (last.step === 'challenge') {
        challenges.push(decodeFromBrowser(last.creq) as MessageOf<'CReq'>)
        seen = await this.#answerChallenge(last, enter)
      } else return { steps, last, challenges }
    }
    throw new Error(`The authentication does not end: ${steps}`)
  }

  /** Gives up, as with the button of the authentication page. */
  cancel(redirect: SentShopper): Promise<BrowserStep> {
    const credentials = redirect.parameters.map(({ name, value }) => [name, value])
    return this.#ask(CANCEL_PATH, Object.fromEntries(credentials))
  }

  /** A page without a form is an issuer that never says that it is done. */
  async #callMethod({ url, data }: Extract<BrowserStep, { step: 'method' }>): Promise<object> {
    const page = await this.#post(url, { threeDSMethodData: data })
    if (!page.includes('<form')) return { methodTimedOut: true }
    const { action, fields } = formOf(page)
    await this.#post(action, fields)
    return {}
  }

  async #answerChallenge(
    { url, creq, sessionData }: Extract<BrowserStep, { step: 'challenge' }>,
    enter: EnterInto,
  ): Promise<object> {
    const session = sessionData === undefined ? {} : { threeDSSessionData: sessionData }
    let form = formOf(await this.#post(url, { creq, ...session }))
    // Until a form leads away from the issuer, with its final message.
    while (form.fields.cres === undefined) {
      form = formOf(await this.#post(form.action, { ...form.fields, ...enter(form) }))
    }
    await this.#post(form.action, form.fields)
    return { challengeEnded: true }
  }

  async #post(address: string, form: Readonly<Record<string, string>>): Promise<string> {
    const { pathname, search } = new URL(address, this.#gatewayUrl)
    const answer = await fetch(this.#gatewayUrl + pathname + search, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${pathname} answers ${answer.status}: ${text}`)
    return text
  }

  async #ask(path: string, body: object): Promise<BrowserStep> {
    const answer = await fetch(this.#gatewayUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'a test' },
    })
    const step = (await answer.json()) as BrowserStep
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(step)}`)
    return step
  }
}

/** The path of the page that `redirect` names, which is that of every authentication. */
export const isAuthenticationPage = ({ url }: SentShopper): boolean =>
  new URL(url).pathname === AUTHENTICATION_PAGE_PATH
