/** Applies what is picked to the form of the page about themes. */

const pickers = /** @type {HTMLFormElement} */ (document.getElementById('pickers'))
const preview = /** @type {HTMLElement} */ (document.getElementById('preview'))
const { wpwlOptions, wpwl } =
  /** @type {{ wpwlOptions: { locale?: string }, wpwl?: { refresh(): void } }} */ (
    /** @type {unknown} */ (window)
  )

pickers.addEventListener('change', apply)
apply()

function apply() {
  const { theme, locale, width } = /** @type {Record<string, string>} */ (
    Object.fromEntries(new FormData(pickers))
  )
  const picked = /** @type {HTMLInputElement} */ (
    pickers.querySelector(`[name="theme"][value="${theme}"]`)
  )
  const { scheme = '', variables = '{}' } = picked.dataset
  preview.style.colorScheme = scheme
  preview.style.maxWidth = `${width}px`
  // On the root: the widget reads its looks again when the page's own theme may have changed.
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(JSON.parse(variables))) style.setProperty(name, value)
  if (wpwlOptions.locale === locale) return
  wpwlOptions.locale = locale ?? 'en'
  wpwl?.refresh()
}
