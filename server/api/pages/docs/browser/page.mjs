const root = document.documentElement

startThemeButton()
startSearch()
startCopyButtons()

function startThemeButton() {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById('theme'))
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem('tillgate-theme', root.dataset.theme)
    } catch {
      // Storage may be forbidden: the choice lasts as long as the page.
    }
    show()
  })
  system.addEventListener('change', show)
  show()
  button.hidden = false
}

function startSearch() {
  const input = /** @type {HTMLInputElement} */ (document.getElementById('search'))
  const found = /** @type {HTMLElement} */ (document.getElementById('found'))
  const entries = elements('[data-find]').map((element) => ({ element, text: textOf(element) }))
  const groups = elements('[data-group], main > section')

  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const { element, text } of entries) {
      element.hidden = !words.every((word) => text.includes(word))
      if (!element.hidden) count++
    }
    // Groups before the sections that hold them: a section shows as long as one of its own does.
    for (const group of groups) {
      group.hidden = group.querySelector('[data-find]:not([hidden])') === null
    }
    root.toggleAttribute('data-searching', words.length > 0)
    found.textContent = words.length === 0 ? '' : foundWords(count)
    if (words.length > 0) scrollTo({ top: 0 })
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    input.focus()
  })
  // A link into the page must not lead to something that the search hides.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || input.value === '') return
    input.value = ''
    input.dispatchEvent(new Event('input'))
  })
  input.hidden = false
}

/** The text of an entry with its structure, so that "billing street" finds both words. @param {Element} element */
function textOf(element) {
  const title = element.closest('[data-group]')?.querySelector('h3')?.textContent ?? ''
  return `${element.textContent} ${title}`.toLowerCase().replaceAll(/\s+/g, ' ')
}

/** @param {string} selector */
function elements(selector) {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)])
}

/** @param {number} count */
function foundWords(count) {
  if (count === 0) return 'Nothing found'
  return count === 1 ? '1 entry found' : `${count} entries found`
}

function startCopyButtons() {
  if (navigator.clipboard === undefined) return
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy: ${block.getAttribute('aria-label')}`)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = 'Copied'
    })
    block.before(button)
  }
}
