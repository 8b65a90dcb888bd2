import { byId } from './elements.ts'
import { text } from './language.ts'

/** Buttons with `data-copy` put that text on the clipboard and say so. */
export function startCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.setAttribute('aria-label', text('cards.copy', { what: button.ariaLabel ?? '' }))
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? '')
      byId('announcement').textContent = text('cards.copied')
      button.classList.add('copied')
      setTimeout(() => button.classList.remove('copied'), 1500)
    })
  }
}
