// Server client of Tillgate for Node 18 or later: one file, without dependencies. Guide: docs/clients.md
import { createDecipheriv, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * @import {
 *   CheckoutAnswer, CheckoutRequest, CheckoutStatus, CheckoutUpdate, HoldChangeRequest, ParameterError, PaymentAnswer,
 *   PaymentReadAnswer, PaymentRequest, QueryAnswer, QueryPaymentsFilter, ReferenceRequest, RefusalAnswer,
 *   RegistrationAnswer, RegistrationPayment, RegistrationRequest, Result, WebhookRequest, WebhookSecretAnswer,
 * } from '../dist/types/merchant-wire.ts'
 */

/**
 * The entity is that of the client where a request names none.
 *
 * @template T
 * @typedef {Omit<T, 'entityId'> & { readonly entityId?: string }} Parameters
 */

/** @typedef {Parameters<Omit<ReferenceRequest, 'paymentType'>>} ReferenceParameters */

/**
 * @typedef {object} KeyOption
 * @property {string} [idempotencyKey] 1 to 255 visible characters; the same for each attempt at one thing, also after a
 * restart of your server. A new one for each call when absent, which makes the retries of this client safe and no others.
 */

/**
 * @typedef {object} TillgateOptions
 * @property {string} baseUrl such as https://pay.example.com
 * @property {string} accessToken
 * @property {string} entityId
 * @property {number} [timeoutMs] how long one attempt may take; 35,000 when absent
 * @property {number} [retryForMs] no attempt starts later than this after the first one; 60,000 when absent, 0: no retries
 * @property {typeof globalThis.fetch} [fetch]
 */

/**
 * @typedef {object} Notification what a webhook tells
 * @property {string} type PAYMENT, REGISTRATION, SCHEDULE, …: answer one that you do not know with 200
 * @property {string} [action]
 * @property {{ readonly id?: string, readonly result?: Result, readonly [member: string]: unknown }} payload
 */

/** What failed: the gateway refused or declined, or did not answer. */
export class TillgateError extends Error {
  /** @override */
  name = 'TillgateError'

  /**
   * @param {string} message
   * @param {{ status?: number | undefined, answer?: Partial<RefusalAnswer & PaymentAnswer> | undefined, idempotencyKey?: string | undefined, mayBeDone?: boolean, cause?: unknown }} about
   */
  constructor(message, { status, answer, idempotencyKey, mayBeDone = false, cause }) {
    super(message, { cause })
    /** HTTP status; undefined where there was no answer. */
    this.status = status
    /** The whole answer. A declined payment has its `id` here. */
    this.answer = answer
    /** `result.code`; empty where there was no answer. */
    this.code = answer?.result?.code ?? ''
    /** Each parameter that was wrong. @type {readonly ParameterError[]} */
    this.parameterErrors = answer?.result?.parameterErrors ?? []
    /** Nobody knows whether it was done: send the same again with `idempotencyKey`, and it is done once. */
    this.mayBeDone = mayBeDone
    this.idempotencyKey = idempotencyKey
  }
}

/** The gateway as your server sees it. Methods that do something throw where it is not done; those that read do not. */
export class Tillgate {
  #baseUrl
  #entityId
  #accessToken
  #timeoutMs
  #retryForMs
  #fetch

  /** @param {TillgateOptions} options */
  constructor({ baseUrl, accessToken, entityId, timeoutMs = 35_000, retryForMs = 60_000, fetch }) {
    if (!/^https?:\/\//.test(baseUrl)) throw new TypeError('baseUrl must begin with https://')
    assertVisible('accessToken', accessToken)
    if (!entityId) throw new TypeError('entityId is empty')
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#accessToken = accessToken
    this.#entityId = entityId
    this.#timeoutMs = timeoutMs
    this.#retryForMs = retryForMs
    this.#fetch = fetch ?? globalThis.fetch
  }

  /** @param {Parameters<CheckoutRequest>} parameters @param {KeyOption} [option] @returns {Promise<CheckoutAnswer>} */
  createCheckout(parameters, option) {
    return this.#act('POST', '/v1/checkouts', parameters, option)
  }

  /** @param {string} id @param {Parameters<CheckoutUpdate>} parameters @param {KeyOption} [option] @returns {Promise<CheckoutAnswer>} */
  updateCheckout(id, parameters, option) {
    return this.#act('POST', `/v1/checkouts/${segment(id)}`, parameters, option)
  }

  /** @param {string} id @returns {Promise<CheckoutAnswer>} */
  deleteCheckout(id) {
    return this.#act('DELETE', `/v1/checkouts/${segment(id)}`, {})
  }

  /** The payment of a checkout, or the checkout while nobody has tried. @param {string} id @returns {Promise<PaymentAnswer | CheckoutStatus>} */
  readCheckout(id) {
    return this.#read(`/v1/checkouts/${segment(id)}/payment`)
  }

  /** The same of a checkout that stores payment details. @param {string} id @returns {Promise<RegistrationAnswer | CheckoutStatus>} */
  readCheckoutRegistration(id) {
    return this.#read(`/v1/checkouts/${segment(id)}/registration`)
  }

  /** @param {Parameters<PaymentRequest>} parameters @param {KeyOption} [option] @returns {Promise<PaymentAnswer>} */
  pay(parameters, option) {
    return this.#act('POST', '/v1/payments', parameters, option)
  }

  /** Takes what is authorised: `amount` and `currency`, or all that is open. @param {string} id @param {ReferenceParameters} [parameters] @param {KeyOption} [option] */
  capture(id, parameters, option) {
    return this.refer(id, { ...parameters, paymentType: 'CP' }, option)
  }

  /** Gives `amount` back. @param {string} id @param {ReferenceParameters} parameters @param {KeyOption} [option] */
  refund(id, parameters, option) {
    return this.refer(id, { ...parameters, paymentType: 'RF' }, option)
  }

  /** Takes a payment back as a whole. @param {string} id @param {ReferenceParameters} [parameters] @param {KeyOption} [option] */
  reverse(id, parameters, option) {
    return this.refer(id, { ...parameters, paymentType: 'RV' }, option)
  }

  /** Any request to a payment: also a rebill, or a hold that is raised. @param {string} id @param {Parameters<ReferenceRequest | HoldChangeRequest>} parameters @param {KeyOption} [option] @returns {Promise<PaymentAnswer>} */
  refer(id, parameters, option) {
    return this.#act('POST', `/v1/payments/${segment(id)}`, parameters, option)
  }

  /** A payment as it is, declined ones too. @param {string} id @returns {Promise<PaymentReadAnswer>} */
  readPayment(id) {
    return this.#read(`/v1/payments/${segment(id)}`)
  }

  /** By your reference, the short id or a time; an empty list where nothing is found. @param {QueryPaymentsFilter} filter @returns {Promise<QueryAnswer>} */
  async query(filter) {
    try {
      return await this.#read('/v1/query', filter)
    } catch (error) {
      if (!(error instanceof TillgateError) || error.code !== NOTHING_FOUND) throw error
      return /** @type {QueryAnswer} */ ({ payments: [], ...error.answer })
    }
  }

  /** Stores payment details. @param {Parameters<RegistrationRequest>} parameters @param {KeyOption} [option] @returns {Promise<RegistrationAnswer>} */
  register(parameters, option) {
    return this.#act('POST', '/v1/registrations', parameters, option)
  }

  /** @param {string} id @returns {Promise<RegistrationAnswer>} */
  readRegistration(id) {
    return this.#read(`/v1/registrations/${segment(id)}`)
  }

  /** @param {string} id @param {Parameters<RegistrationPayment>} parameters @param {KeyOption} [option] @returns {Promise<PaymentAnswer>} */
  payWithRegistration(id, parameters, option) {
    return this.#act('POST', `/v1/registrations/${segment(id)}/payments`, parameters, option)
  }

  /** @param {string} id @returns {Promise<RegistrationAnswer>} */
  deleteRegistration(id) {
    return this.#act('DELETE', `/v1/registrations/${segment(id)}`, {})
  }

  /** @param {Parameters<WebhookRequest>} parameters @param {KeyOption} [option] @returns {Promise<WebhookSecretAnswer>} */
  createWebhook(parameters, option) {
    return this.#act('POST', '/v1/webhooks', parameters, option)
  }

  /**
   * Any other request of the reference, with time-out, retries and errors as all of them.
   *
   * @param {'GET' | 'POST' | 'DELETE'} method @param {string} path such as /v1/risk
   * @param {object} [parameters] @param {KeyOption} [option]
   * @returns {Promise<any>}
   */
  request(method, path, parameters = {}, option = {}) {
    return method === 'GET'
      ? this.#read(path, parameters)
      : this.#act(method, path, parameters, option)
  }

  /** @param {string} path @param {object} [parameters] @returns {Promise<any>} */
  async #read(path, parameters = {}) {
    const { status, answer, cause } = await this.#send('GET', path, parameters)
    // A payment that was declined is read with 400 and its id; a refusal has none.
    if (answer !== undefined && (status === 200 || (status === 400 && answer.id !== undefined)))
      return answer
    throw failure(`GET ${path}`, { status, answer, cause })
  }

  /** @param {'POST' | 'DELETE'} method @param {string} path @param {object} parameters @param {KeyOption} [option] @returns {Promise<any>} */
  async #act(method, path, parameters, { idempotencyKey } = {}) {
    // Without a key of its own a request whose answer is lost could not be sent again.
    const key = method === 'POST' ? (idempotencyKey ?? randomUUID()) : undefined
    const reply = await this.#send(method, path, parameters, key)
    const { status, answer } = reply
    if (status === 200 && answer !== undefined && outcomeOf(answer) !== 'failed') return answer
    throw failure(`${method} ${path}`, { ...reply, idempotencyKey: key })
  }

  /** @param {string} method @param {string} path @param {object} parameters @param {string} [key] @returns {Promise<Reply>} */
  async #send(method, path, parameters, key) {
    // Before any attempt: what the program has written wrongly is no lost answer.
    if (!path.startsWith('/')) throw new TypeError('the path must begin with /')
    if (key !== undefined) assertVisible('idempotencyKey', key)
    const isPost = method === 'POST'
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
    const sent = { entityId: this.#entityId, ...Object.fromEntries(given) }
    const address = `${this.#baseUrl}${path}${isPost ? '' : `?${new URLSearchParams(sent)}`}`
    const init = {
      method,
      headers: {
        authorization: `Bearer ${this.#accessToken}`,
        ...(isPost && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: isPost ? JSON.stringify(sent) : null,
      // A redirect could carry the token to another host.
      redirect: /** @type {const} */ ('manual'),
    }
    const lastStartMs = performance.now() + this.#retryForMs
    let wasUndecided = false
    for (let attempt = 0; ; attempt++) {
      const reply = await this.#attempt(address, init)
      const waitMs = reply.waitMs ?? Math.min(8_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)
      if (!mayRepeat(reply) || performance.now() + waitMs > lastStartMs) {
        return { ...reply, wasUndecided }
      }
      wasUndecided ||= !isDecided(reply)
      await pause(waitMs)
    }
  }

  /** @param {string} address @param {RequestInit} init @returns {Promise<Reply>} */
  async #attempt(address, init) {
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs)
      const response = await this.#fetch(address, { ...init, signal })
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      const answer = answerOf(await response.text())
      const waitMs = Number.isNaN(seconds) ? undefined : seconds * 1_000
      return { status: response.status, answer, waitMs }
    } catch (cause) {
      return { cause }
    }
  }
}

/**
 * `wasUndecided`: an earlier attempt may have been carried out.
 *
 * @typedef {{ status?: number | undefined, answer?: any, waitMs?: number | undefined, cause?: unknown, wasUndecided?: boolean }} Reply
 */

/** A query that finds nothing. */
const NOTHING_FOUND = '700.400.580'

/** The first request with this key still runs. */
const STILL_RUNNING = '800.600.100'

/** Requests that change something have a key, or are deletions: sent again, they are carried out once. @param {Reply} reply */
function mayRepeat({ status, answer }) {
  if (status === undefined) return true
  return [429, 500, 502, 503, 504].includes(status) || answer?.result?.code === STILL_RUNNING
}

/** Whether a reply says what became of its attempt: 503 and 429 are answered before anything is done. @param {Reply} reply */
function isDecided({ status, answer }) {
  if (status === undefined || answer === undefined) return false
  return (status < 500 || status === 503) && answer.result.code !== STILL_RUNNING
}

/** Answered before the key is looked up, so they say nothing of an earlier attempt. */
const SAID_BEFORE_KEYS = [401, 403, 429, 503]

/** @param {string} what @param {Reply & { idempotencyKey?: string | undefined }} about */
function failure(what, { status, answer, cause, wasUndecided, idempotencyKey }) {
  const result = answer?.result
  const faults = (result?.parameterErrors ?? []).map(
    (/** @type {ParameterError} */ { name, message }) => `; ${name} ${message}`,
  )
  const said =
    result === undefined ? 'no answer of a gateway' : `${result.code} ${result.description}`
  const isEarlierOpen = wasUndecided === true && SAID_BEFORE_KEYS.includes(status ?? 0)
  const mayBeDone =
    idempotencyKey !== undefined && (isEarlierOpen || !isDecided({ status, answer }))
  const message = `${what}: ${status ?? ''} ${said}${faults.join('')}`.replace(':  ', ': ')
  return new TillgateError(message, { status, answer, idempotencyKey, mayBeDone, cause })
}

/** Nothing where it is no answer of a gateway, such as the page of a proxy. @param {string} text */
function answerOf(text) {
  try {
    const answer = JSON.parse(text)
    return typeof answer?.result?.code === 'string' ? answer : undefined
  } catch {
    return undefined
  }
}

/** In a header: a line end in it would begin another one. @param {string} name @param {string} value */
function assertVisible(name, value) {
  const isVisible = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
  if (!isVisible) throw new TypeError(`${name} must be visible ASCII characters without blanks`)
}

/** An empty id would make another request of it. @param {string} id */
function segment(id) {
  if (typeof id !== 'string' || id === '') throw new TypeError('the id is empty')
  return encodeURIComponent(id)
}

/**
 * What became of a payment. Its result code alone says it, not the HTTP status.
 *
 * @param {string | { readonly result: { readonly code: string } }} answer or its code
 * @returns {'success' | 'review' | 'pending' | 'failed'} `review`: paid, but a person decides whether to ship
 */
export function outcomeOf(answer) {
  const code = typeof answer === 'string' ? answer : answer.result.code
  if (/^(000\.200|800\.400\.5|100\.400\.500)/.test(code)) return 'pending'
  if (/^(000\.400\.0[^3]|000\.400\.100)/.test(code)) return 'review'
  if (/^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0)/.test(code)) return 'success'
  return 'failed'
}

/**
 * What a genuine webhook tells, of either format; throws where it is not from the gateway, or older than five minutes.
 *
 * @param {string | readonly string[]} secrets of the webhook; while one is replaced both
 * @param {Readonly<Record<string, string | readonly string[] | undefined>>} headers as your server has them
 * @param {Uint8Array | string} body as it came, not parsed
 * @returns {Notification}
 */
export function verifyWebhook(secrets, headers, body) {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
  )
  const keys = [secrets].flat().map((secret) => Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const bytes = Buffer.from(body)
  const open = named['webhook-signature'] === undefined ? openEncrypted : verifySigned
  for (const key of keys) {
    const text = open(key, named, bytes)
    if (text !== undefined) return JSON.parse(text)
  }
  throw new TillgateError('The webhook is not from the gateway, or was changed', {})
}

/** @param {Buffer} key @param {Record<string, string>} headers @param {Buffer} body @returns {string | undefined} */
function verifySigned(key, headers, body) {
  const {
    'webhook-id': id,
    'webhook-timestamp': time = '',
    'webhook-signature': sent = '',
  } = headers
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > 300) {
    throw new TillgateError('The webhook is older than five minutes, or your clock is wrong', {})
  }
  const hmac = createHmac('sha256', key).update(`${id}.${time}.`).update(body)
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`)
  const signatures = sent.split(' ').map((each) => Buffer.from(each))
  const isGenuine = signatures.some(
    (each) => each.length === expected.length && timingSafeEqual(each, expected),
  )
  return isGenuine ? body.toString('utf8') : undefined
}

/** Hex text, or JSON around it. @param {Buffer} key @param {Record<string, string>} headers @param {Buffer} body @returns {string | undefined} */
function openEncrypted(key, headers, body) {
  try {
    const text = body.toString('utf8')
    const hex = text.startsWith('{') ? JSON.parse(text).encryptedBody : text
    const [iv, tag] = ['x-initialization-vector', 'x-authentication-tag'].map((name) =>
      Buffer.from(headers[name] ?? '', 'hex'),
    )
    const decipher = createDecipheriv('aes-256-gcm', key, iv ?? '', { authTagLength: 16 })
    decipher.setAuthTag(tag ?? Buffer.alloc(0))
    return Buffer.concat([decipher.update(Buffer.from(hex, 'hex')), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return undefined
  }
}
