/**
 * @typedef {object} SearchIndex
 * @property {[path: string, title: string][]} pages
 * @property {[page: number, id: string, title: string, note: string, words: string][]} entries
 * @property {Record<string, number>} others
 */

/**
 * @typedef {object} Entry
 * @property {string} href
 * @property {string} title
 * @property {string} note
 * @property {string} page
 * @property {string} text
 */

const MAX_SHOWN = 50

const input = /** @type {HTMLInputElement} */ (document.getElementById('search'))
const found = /** @type {HTMLElement} */ (document.getElementById('found'))
const results = /** @type {HTMLElement} */ (document.getElementById('results'))
const area = /** @type {HTMLElement} */ (input.closest('search'))

/** @type {Promise<SearchIndex> | undefined} */
let loading
/** @type {Entry[] | undefined} */
let entries

input.addEventListener('focus', search)
input.addEventListener('input', search)
area.addEventListener('keydown', moveByArrows)
results.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a') !== null) clear()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  input.focus()
})
for (const leaving of ['pointerdown', 'focusin']) {
  addEventListener(leaving, ({ target }) => {
    if (target instanceof Node && !area.contains(target)) hide()
  })
}
addEventListener('hashchange', findPageOfAnchor)
findPageOfAnchor()
input.hidden = false

/** @returns {Promise<SearchIndex>} */
function loadIndex() {
  loading ??= fetchIndex().catch((error) => {
    // The next attempt may succeed.
    loading = undefined
    throw error
  })
  return loading
}

async function fetchIndex() {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  return response.json()
}

async function search() {
  try {
    entries ??= entriesOf(await loadIndex())
  } catch {
    if (input.value !== '') show('The search cannot be loaded', [])
    return
  }
  const query = input.value.toLowerCase().trim()
  if (query === '') return hide()
  const words = wordsOf(query)
  const matching = entries.filter(({ text }) => words.every((word) => text.includes(word)))
  const asked = words.join(' ')
  matching.sort((one, other) => rank(one, asked, words) - rank(other, asked, words))
  show(foundWords(matching.length), matching.slice(0, MAX_SHOWN))
}

/** Words of questions, which no entry need have. */
const ASKING = new Set(
  'a an and are can do does for how i in is it of on take takes taken the to what which with you'.split(
    ' ',
  ),
)

/**
 * What is asked for: "Does it take TWINT?" asks for TWINT.
 *
 * @param {string} query
 */
function wordsOf(query) {
  const words = query.split(/[\s?!,]+/).filter((word) => word !== '')
  const telling = words.filter((word) => !ASKING.has(word))
  return telling.length === 0 ? words : telling
}

/** @param {SearchIndex} index */
function entriesOf({ pages, entries }) {
  return entries.map(([at, id, title, note, words]) => {
    const [path, page] = pages[at] ?? ['', '']
    const text = `${title} ${note} ${words}`.toLowerCase()
    return { href: `${path}#${id}`, title, note, page, text }
  })
}

/**
 * Entries that are called so come before those that only speak of it.
 *
 * @param {Entry} entry
 * @param {string} query
 * @param {readonly string[]} words
 */
function rank({ title }, query, words) {
  const lower = title.toLowerCase()
  if (lower === query) return 0
  if (lower.startsWith(query)) return 1
  return words.every((word) => lower.includes(word)) ? 2 : 3
}

/** @param {number} count */
function foundWords(count) {
  if (count === 0) return 'Nothing found'
  if (count > MAX_SHOWN) return `${count} entries found, the first ${MAX_SHOWN} are listed`
  return count === 1 ? '1 entry found' : `${count} entries found`
}

/**
 * @param {string} words
 * @param {readonly Entry[]} shown
 */
function show(words, shown) {
  found.textContent = words
  results.replaceChildren(...shown.map(resultLine))
  results.hidden = shown.length === 0
  results.scrollTop = 0
}

function hide() {
  show('', [])
}

function clear() {
  input.value = ''
  hide()
}

/** @param {Entry} entry */
function resultLine({ href, title, note, page }) {
  const line = document.createElement('li')
  const link = line.appendChild(document.createElement('a'))
  link.href = href
  link.append(element('strong', title), element('span', page), element('small', note))
  return line
}

/**
 * @param {string} tag
 * @param {string} text
 */
function element(tag, text) {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

/** @param {KeyboardEvent} event */
function moveByArrows(event) {
  if (event.key === 'Escape') {
    clear()
    input.focus()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || results.hidden) return
  event.preventDefault()
  const stops = [input, ...results.querySelectorAll('a')]
  stops[stops.findIndex((stop) => stop.matches(':focus')) + step]?.focus()
}

/** An address from when the reference was one page leads to the page that has its anchor now. */
async function findPageOfAnchor() {
  const id = location.hash.slice(1).replaceAll('%5B', '[').replaceAll('%5D', ']')
  if (id === '' || document.getElementById(id) !== null) return
  const index = await loadIndex().catch(() => undefined)
  // Without it the reader stays on this page, which has the search and the menu.
  if (index === undefined) return
  const { pages, entries, others } = index
  const at = others[id] ?? entries.find((entry) => entry[1] === id)?.[0]
  const page = at === undefined ? undefined : pages[at]
  if (page !== undefined) location.replace(page[0] + location.hash)
}
