/** Shows on the widget itself the state that the address names. */

/**
 * @typedef {import('../gallery-states.ts').GalleryState} GalleryState
 * @typedef {import('../gallery-states.ts').GalleryStep} GalleryStep
 */

const pickers = /** @type {HTMLFormElement} */ (document.getElementById('gallery-pickers'))
const preview = /** @type {HTMLElement} */ (document.getElementById('gallery-preview'))
const reached = /** @type {HTMLElement} */ (document.getElementById('reached'))
const base = preview.dataset.base ?? ''
const address = new URLSearchParams(location.search)

/** Some states are reached after the widget has asked the gateway several times. */
const STEP_WITHIN_MS = 120_000
const TOLD_WITHIN_MS = 500

pickAsAddressSays()
const chosen = optionOf('state')
/** @type {GalleryState} */
const state = JSON.parse(chosen.dataset.state ?? '{}')
pickers.addEventListener('change', change)
dress()
show().catch((error) => {
  reached.textContent = `The state was not reached: ${error.message}`
})

function pickAsAddressSays() {
  for (const [name, value] of address) {
    const select = pickers.elements.namedItem(name)
    if (!(select instanceof HTMLSelectElement)) continue
    if ([...select.options].some((option) => option.value === value)) select.value = value
  }
}

/** @param {string} name @returns {HTMLOptionElement} */
function optionOf(name) {
  const select = /** @type {HTMLSelectElement} */ (pickers.elements.namedItem(name))
  return /** @type {HTMLOptionElement} */ (select.selectedOptions[0])
}

/** @param {Event} event */
function change({ target }) {
  for (const [name, value] of new FormData(pickers)) address.set(name, String(value))
  const link = `?${address}`
  const { name } = /** @type {HTMLSelectElement} */ (target)
  if (name === 'state' || name === 'locale') {
    location.assign(link)
    return
  }
  history.replaceState(null, '', link)
  dress()
}

/** Theme and width, which change without a new start. */
function dress() {
  const theme = optionOf('theme')
  const { scheme = '', variables = '{}' } = theme.dataset
  preview.style.colorScheme = scheme
  const width = optionOf('width').value
  preview.style.width = width === 'full' ? '' : `${width}px`
  // On the root: the widget reads its looks again when the page's own theme may have changed.
  const { style } = document.documentElement
  for (const name of [...style].filter((one) => one.startsWith('--tillgate-')))
    style.removeProperty(name)
  for (const [name, value] of Object.entries(JSON.parse(variables))) style.setProperty(name, value)
}

async function show() {
  const made = /** @type {HTMLElement} */ (document.getElementById('made'))
  made.textContent = `How it is made: ${chosen.dataset.made}`
  if (location.origin !== base) {
    const link = document.createElement('a')
    link.href = base + location.pathname + location.search
    link.textContent = link.href
    reached.replaceChildren('The secured fields belong to another address: open ', link)
    return
  }
  reached.textContent = 'Working…'
  const checkoutId = await makeCheckout()
  prepareWidget()
  layPath()
  const script = document.createElement('script')
  script.src = `${base}/v1/paymentWidgets.js?checkoutId=${checkoutId}${state.checkout === 'storing' ? '/registration' : ''}`
  document.body.append(script)
  if (state.steps === undefined) await until(hasTexts)
  for (const step of state.steps ?? []) await take(step)
  reached.textContent = 'The state is reached.'
}

/** @returns {Promise<string>} */
async function makeCheckout() {
  const query = state.checkout === 'storing' ? '?stores=1' : ''
  const response = await fetch(`/docs/gallery/checkouts${query}`, { method: 'POST' })
  const { id, result } = await response.json()
  if (id === undefined) throw new Error(result.description)
  return state.checkout === 'unknown' ? id.replaceAll(/\d/g, '0') : id
}

function prepareWidget() {
  const language = optionOf('locale')
  preview.lang = language.dataset.tag ?? ''
  preview.dir = language.dataset.dir ?? ''
  const place = /** @type {HTMLFormElement} */ (preview.querySelector('.paymentWidgets'))
  place.dataset.brands = state.brands ?? 'VISA MASTER AMEX'
  Object.assign(window, { wpwlOptions: { ...state.options, locale: language.value } })
}

/** Changes what the widget meets in this page, for states that no test data lead to. */
function layPath() {
  window.fetch = meeting(window.fetch.bind(window))
  if (state.insecure) Object.defineProperty(window, 'isSecureContext', { value: false })
  if (state.framesLost) loseFrames()
  if (state.policy === undefined) return
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = state.policy.replaceAll('{base}', base)
  document.head.append(policy)
}

let isSubmitted = false

/** @param {typeof fetch} send @returns {typeof fetch} */
function meeting(send) {
  return async (input, init) => {
    const path = String(input)
    if (/\/checkouts\/[^/]+\/session\b/.test(path)) return meetSession(() => send(input, init))
    const isSubmit = init?.method === 'POST' && /\/checkouts\/[^/]+\/payment$/.test(path)
    if (!isSubmit || state.submit === undefined) return send(input, init)
    isSubmitted = true
    if (state.submit === 'lost') throw new TypeError('Stopped by the gallery')
    if (state.submit === 'unanswered') return new Promise(() => undefined)
    const { status, body } = state.submit
    return new Response(JSON.stringify(body), { status })
  }
}

/** @param {() => Promise<Response>} ask */
async function meetSession(ask) {
  const { session, sessionLost } = state
  if (sessionLost === 'always' || (sessionLost && isSubmitted)) throw new TypeError('Stopped')
  const answer = await ask()
  if (session === undefined || !answer.ok) return answer
  return new Response(JSON.stringify({ ...(await answer.json()), ...session }), { status: 200 })
}

function loseFrames() {
  const { prototype } = HTMLIFrameElement
  const own = /** @type {Required<PropertyDescriptor>} */ (
    Object.getOwnPropertyDescriptor(prototype, 'src')
  )
  Object.defineProperty(prototype, 'src', {
    ...own,
    /** @this {HTMLIFrameElement} @param {string} value */
    set(value) {
      own.set.call(this, value.replace('/pciIframe.html', '/none'))
    },
  })
}

/** @param {GalleryStep} step */
async function take(step) {
  if ('see' in step) await present(step.see)
  else if ('fill' in step) await fill(step.fill)
  else if ('click' in step) {
    const element = await present(step.click)
    // Before, no shopper knows what the button does.
    if (element.matches('.wpwl-button-pay')) await until(hasTexts)
    lendFetch()
    element.click()
  } else {
    const dialog = await present(step.escape)
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
}

/** The form speaks, and the session has told the amount. */
function hasTexts() {
  const button = /** @type {HTMLElement | null} */ (preview.querySelector('.wpwl-button-pay'))
  return button?.textContent && (button.dataset.amount || state.checkout === 'storing')
}

/** The frames are documents of this origin: they send the payment. */
function lendFetch() {
  for (const frame of preview.querySelectorAll('iframe')) {
    const place = frame.contentWindow
    if (place) place.fetch = meeting(fetchOf(place))
  }
}

/** @param {Window} place @returns {typeof fetch} */
function fetchOf(place) {
  const { fetch } = /** @type {Window & typeof globalThis} */ (place)
  return fetch.bind(place)
}

/** @param {Extract<GalleryStep, { fill: object }>['fill']} details */
async function fill({ number, expiry, holder, code }) {
  await until(() => frameInput('card.number') && frameInput('card.cvv'))
  if (number) type(frameInput('card.number'), number)
  if (expiry) type(preview.querySelector('.wpwl-control-expiry'), expiry)
  if (holder) type(preview.querySelector('.wpwl-control-cardHolder'), holder)
  if (code) type(frameInput('card.cvv'), code)
  // The fields tell the form by messages what is in them.
  await new Promise((resolve) => setTimeout(resolve, TOLD_WITHIN_MS))
}

/**
 * The input of a secured field that has heard of its looks, which are the last thing to come.
 *
 * @param {string} name
 * @returns {HTMLInputElement | undefined}
 */
function frameInput(name) {
  const frame = /** @type {HTMLIFrameElement | null} */ (
    preview.querySelector(`iframe[name="${name}"]`)
  )
  const root = frame?.contentDocument?.documentElement
  return root?.style.colorScheme ? (root.querySelector('input') ?? undefined) : undefined
}

/** As a shopper who leaves the field by Tab. @param {Element | null | undefined} input @param {string} text */
function type(input, text) {
  if (!input) return
  const field = /** @type {HTMLInputElement} */ (input)
  field.value = text
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
}

/** @param {string} selector @returns {Promise<HTMLElement>} */
async function present(selector) {
  const find = () => /** @type {HTMLElement | null} */ (document.querySelector(selector))
  return /** @type {HTMLElement} */ (await until(find, selector))
}

/**
 * @template Found
 * @param {() => Found} find
 * @param {string} [name]
 * @returns {Promise<Found>}
 */
async function until(find, name = 'the form is not ready') {
  const endMs = Date.now() + STEP_WITHIN_MS
  for (;;) {
    const found = find()
    if (found) return found
    if (Date.now() > endMs) throw new Error(name)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
