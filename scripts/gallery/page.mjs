import { readPictureName } from './picture-name.mjs'

/** @typedef {import('./picture-name.mjs').Shown & { file: string }} Picture */

/**
 * The page of the gallery: all pictures, grouped by form and state, with a choice of what is shown.
 *
 * @param {readonly string[]} files of the folder `pictures`
 */
export function galleryPage(files) {
  const pictures = files.flatMap((file) => {
    const shown = readPictureName(file)
    return shown === undefined ? [] : [{ ...shown, file }]
  })
  const titles = [...new Set(pictures.map(titleOf))].sort()
  const sections = titles.map((title) => {
    const figures = pictures.filter((picture) => titleOf(picture) === title).map(figure)
    return `<section><h2>${title}</h2><div>${figures.join('')}</div></section>`
  })
  const selects = /** @type {const} */ (['form', 'language', 'theme', 'width']).map((name) => {
    const values = [...new Set(pictures.map((picture) => picture[name]))]
    const options = values.map((value) => `<option>${value}</option>`).join('')
    return `<label>${name} <select name="${name}"><option value="">all</option>${options}</select></label>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery of the widget</title>
<style>${STYLE}</style>
<header><h1>Gallery of the widget</h1><form>${selects.join('')}</form></header>
<main>${sections.join('\n')}</main>
<script>${SCRIPT}</script>
</html>
`
}

/** @param {Picture} picture */
function titleOf({ form, state }) {
  return `${form}: ${state}`
}

/** @param {Picture} picture */
function figure({ file, form, state, language, theme, width }) {
  const alt = `${form}, ${state}, ${language}, ${theme}, ${width} pixels`
  const data = `data-form="${form}" data-language="${language}" data-theme="${theme}" data-width="${width}"`
  return `<figure ${data}><img loading="lazy" src="pictures/${file}" alt="${alt}"><figcaption>${language} · ${theme} · ${width}</figcaption></figure>`
}

const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif }
body { margin: 0 }
header { position: sticky; top: 0; padding: 12px 24px; background: Canvas; border-bottom: 1px solid #8884 }
header form { display: flex; flex-wrap: wrap; gap: 16px }
h1 { font-size: 1.1rem; margin: 0 0 8px }
h2 { font-size: 1rem }
main { padding: 0 24px 48px }
section > div { display: flex; flex-wrap: wrap; gap: 24px; align-items: flex-start }
figure { margin: 0 }
figcaption { font-size: 0.8rem; opacity: 0.7 }
img { display: block; max-width: min(600px, 90vw); border: 1px solid #8884 }
[hidden] { display: none }
`

const SCRIPT = `
const form = document.querySelector('form')
form.addEventListener('change', () => {
  const wanted = [...new FormData(form)].filter(([, value]) => value !== '')
  for (const figure of document.querySelectorAll('figure'))
    figure.hidden = !wanted.every(([name, value]) => figure.dataset[name] === value)
  for (const section of document.querySelectorAll('section'))
    section.hidden = section.querySelector('figure:not([hidden])') === null
})
`
