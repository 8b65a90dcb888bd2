import { bcp47Of, isRightToLeft, localeCodes } from '../../common/locale-tags.ts'
import { html, type Markup } from '../../server/http/pages/markup.ts'
import galleryScript from './browser/gallery.mjs?raw'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { STAY_PATH } from './gallery-routes.ts'
import { type GalleryState, galleryId, galleryStates, leftOut, seamText } from './gallery-states.ts'
import { themes } from './themes.ts'

const WIDTHS = ['200', '320', '390', '600', 'full']

/** Every state of the widget, on the widget itself with test data. Test environment only. */
export function galleryPage(baseUrl: string): ReferencePage {
  return {
    path: '/docs/gallery',
    id: 'gallery',
    title: 'Gallery',
    lead: html`Every state of the widget, on the widget itself. State and switches stand in the address: send it to show what you see. No money moves.`,
    sections: [previewSection(baseUrl), statesSection(), leftOutSection()],
    widget: { module: galleryScript, startsItself: true, pays: true },
  }
}

function previewSection(baseUrl: string): Section {
  const id = 'gallery-state'
  const title = 'A state'
  const forms = [...new Set(galleryStates.map(({ form }) => form))]
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<form class="pickers" id="gallery-pickers">
<label>State <select name="state">${forms.map(stateGroup)}</select></label>
<label>Theme <select name="theme"><option value="page">that of the page</option>${themes.map(({ id: name, title: text, scheme, variables }) => html`<option value="${name}" data-scheme="${scheme}" data-variables="${JSON.stringify(variables)}">${text}</option>`)}</select></label>
<label>Language <select name="locale">${languages()}</select></label>
<label>Width <select name="width">${WIDTHS.map((width) => html`<option value="${width}"${width === '390' ? html` selected` : ''}>${width === 'full' ? 'full' : `${width} px`}</option>`)}</select></label>
</form>
<p id="made"></p>
<p id="reached" role="status"></p>
<div class="wide"><div class="preview" id="gallery-preview" data-base="${baseUrl}"><form class="paymentWidgets" action="${STAY_PATH}"></form></div></div>
</section>`
  return { id, title, markup, entries: [{ id, title: 'Gallery of the widget', note: '', markup }] }
}

function stateGroup(form: string): Markup {
  const states = galleryStates.filter((state) => state.form === form)
  return html`<optgroup label="${form}">${states.map(
    (state) =>
      html`<option value="${galleryId(state)}" data-state="${JSON.stringify(state)}" data-made="${madeText(state)}">${state.state}</option>`,
  )}</optgroup>`
}

function madeText(state: GalleryState): string {
  return seamText(state) ?? 'The gateway of this test environment answers.'
}

function languages(): readonly Markup[] {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return localeCodes.map((code) => {
    const tag = bcp47Of(code)
    const dir = isRightToLeft(code) ? 'rtl' : 'ltr'
    return html`<option value="${code}" data-tag="${tag}" data-dir="${dir}">${names.of(tag) ?? code}</option>`
  })
}

function statesSection(): Section {
  const id = 'gallery-states'
  const title = 'All states'
  const entries = galleryStates.map((state): Entry => {
    const name = `${state.form}: ${state.state}`
    const entryId = `gallery-${galleryId(state)}`
    const markup = html`<tr id="${entryId}"><th scope="row"><a href="?state=${galleryId(state)}">${name}</a></th><td>${seamText(state) ?? 'the gateway'}</td></tr>`
    return { id: entryId, title: `State of the widget, ${name}`, note: '', markup }
  })
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p>None is a picture: in each the widget runs with a checkout of the demo merchant. Where no test data lead to a state, this page changes what the widget meets, and the table says what.</p>
<div class="wide"><table><thead><tr><th scope="col">State</th><th scope="col">Made by</th></tr></thead><tbody>${entries.map(({ markup: row }) => row)}</tbody></table></div>
</section>`
  return { id, title, markup, entries }
}

function leftOutSection(): Section {
  const id = 'gallery-left-out'
  const title = 'Not shown here'
  const lines = leftOut.map(({ form, reason }) => html`<li><b>${form}</b>: ${reason}.</li>`)
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p><code>npm run gallery</code> in a clone of the gateway takes pictures of these, too.</p>
<ul>${lines}</ul>
</section>`
  return { id, title, markup, entries: [{ id, title, note: '', markup }] }
}
