/**
 * What a picture shows. Its file is named after it: form--state--language--theme--width.png
 *
 * @typedef {{ form: string, state: string, language: string, theme: string, width: string }} Shown
 */

/** @param {Shown} shown */
export function pictureName({ form, state, language, theme, width }) {
  return `${[form, state, language, theme, width].join('--').replaceAll(' ', '-')}.png`
}

/**
 * What the picture of this name shows; `undefined`: it is no picture of the gallery.
 *
 * @param {string} file
 * @returns {Shown | undefined}
 */
export function readPictureName(file) {
  const parts = file.replace(/\.png$/, '').split('--')
  const [form = '', state = '', language = '', theme = '', width] = parts
  if (parts.length !== 5 || width === undefined) return undefined
  const words = (/** @type {string} */ text) => text.replaceAll('-', ' ')
  return { form: words(form), state: words(state), language, theme, width }
}
