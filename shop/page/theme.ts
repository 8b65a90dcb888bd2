import { byId } from './elements.ts'

/** The theme button: the system's theme until it is pressed, then the chosen one, in a cookie. */
export function startThemeButton(): void {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const button = byId('theme')
  const isDark = () => (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const show = () => button.setAttribute('aria-pressed', String(isDark()))

  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    root.dataset.theme = theme
    // The server writes it on the html element of the next page, before anything is painted.
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser yet
    document.cookie = `shop_theme=${theme}; path=/; max-age=31536000; samesite=lax`
    show()
  })
  system.addEventListener('change', show)
  show()
}
