import { bcp47Of, localeCodes } from '../../common/locale-tags.ts'
import { html, type Markup } from '../../server/http/pages/markup.ts'
import type { DocumentedEnvironment } from '../openapi/documented-routes.ts'
import stylingScript from './browser/styling.mjs?raw'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { contrastOf, contrastPairs, type Theme, themeCss, themes } from './themes.ts'

/** Without a checkout: the button ends without a payment and without an error. */
const optionsScript =
  "var wpwlOptions={locale:'en',checkout:{amount:'92.00',currency:'EUR'},createCheckout:function(){return null}}"

/** The themes of the widget with their contrast; in test beside a form that shows them. */
export function stylingPage(environment: DocumentedEnvironment): ReferencePage {
  const isTest = environment === 'test'
  return {
    path: '/docs/styling',
    id: 'styling',
    title: 'Themes',
    lead: html`Complete sets of the widget’s CSS variables to begin with. Put the CSS into your page and the class <code>checkout</code> on an element around the form. <a href="/docs/guides/widget-styling">All variables and classes</a>.`,
    sections: [...(isTest ? [trySection()] : []), ...themes.map(themeSection)],
    ...(isTest && { widget: { options: optionsScript, module: stylingScript } }),
  }
}

const WIDTHS = [320, 480]

function trySection(): Section {
  const id = 'try'
  const title = 'Try a theme'
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p>The widget itself, without a checkout: it pays nothing.</p>
<form class="pickers" id="pickers">
<fieldset><legend>Theme</legend>${themes.map(themePicker)}</fieldset>
<label>Language <select name="locale">${localeCodes.map((code) => html`<option value="${code}">${names.of(bcp47Of(code)) ?? code}</option>`)}</select></label>
<label>Width <select name="width">${WIDTHS.map((width) => html`<option value="${width}"${width === 480 ? html` selected` : ''}>${width} px</option>`)}</select></label>
</form>
<div class="preview" id="preview"><form class="paymentWidgets" action="/docs/styling" data-brands="VISA MASTER AMEX PAYPAL IDEAL APPLEPAY"></form></div>
</section>`
  return { id, title, markup, entries: [{ id, title, note: '', markup }] }
}

function themePicker({ id, title, scheme, variables }: Theme, at: number): Markup {
  const values = JSON.stringify(variables)
  return html`<label><input type="radio" name="theme" value="${id}" data-scheme="${scheme}" data-variables="${values}"${at === 0 ? html` checked` : ''}> ${title}</label>`
}

function themeSection(theme: Theme): Section {
  const { title, about, variables } = theme
  const id = `theme-${theme.id}`
  const rows = contrastPairs.map(({ name, front, back, least }) => {
    const ratio = contrastOf(variables[front], variables[back])
    return html`<tr><th scope="row">${name}</th><td>${ratio.toFixed(1)} : 1</td><td>${least} : 1</td></tr>`
  })
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p>${about}</p>
<div class="sample"><pre aria-label="CSS of the theme ${title}" tabindex="0"><code>${themeCss(theme)}</code></pre></div>
<div class="wide"><table><thead><tr><th scope="col">What stands on what</th><th scope="col">Contrast</th><th scope="col">WCAG 2.2 asks for</th></tr></thead><tbody>${rows}</tbody></table></div>
</section>`
  const entry: Entry = { id, title: `Theme ${title}`, note: about, markup }
  return { id, title, markup, entries: [entry] }
}
