const root = document.documentElement

startThemeButton()
startCopyButtons()
showCurrentPageInMenu()

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

/** The menu scrolls by itself, and its current page may be below its edge. */
function showCurrentPageInMenu() {
  const contents = /** @type {HTMLElement} */ (document.querySelector('.contents'))
  const current = contents.querySelector('[aria-current]')
  if (current === null) return
  const below = current.getBoundingClientRect().top - contents.getBoundingClientRect().top
  contents.scrollTop = below - contents.clientHeight / 3
}
