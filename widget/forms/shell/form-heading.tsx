import type { FormShell } from './form-shell.ts'

/** What a form is called: the way to pay. Reads signals. */
export function formName({ kind, brand, method, language }: FormShell): string {
  const { translate } = language.value
  if (kind === 'card') return translate('methodCard')
  if (kind === 'registration') return translate('registrationSaved')
  // Its code is perhaps not here yet.
  return method.value?.name() ?? brand
}

/** The heading of a form that shows no name, for those who hear the page. */
export function FormHeading({ form }: { readonly form: FormShell }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: pages style their headings by name
    <div class="wpwl-heading" role="heading" aria-level={headingLevel(form)}>
      {formName(form)}
    </div>
  )
}

/** One below the heading of the page that the form stands under. */
export function headingLevel({ container }: Pick<FormShell, 'container'>): number {
  const root = container.getRootNode()
  const place = root instanceof ShadowRoot ? root.host : container
  const above = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].findLast(
    (each) => each.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return Math.min(6, Number(above?.localName[1] ?? 1) + 1)
}
