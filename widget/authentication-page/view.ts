/** What the gateway puts into the document for its script. */
export interface PageData {
  readonly id: string
  readonly token: string
  /** The Accept header that the document was asked for with: no script can find it out. */
  readonly accept: string
  /** The widget shows the page and listens to its messages. */
  readonly embedded: boolean
  readonly texts: Readonly<Record<Sentence | 'frame', string>>
}

/** Texts that say how far the payment is, by their keys. */
export type Sentence =
  | 'checking'
  | 'challenge'
  | 'waiting'
  | 'elsewhere'
  | 'offline'
  | 'slow'
  | 'stuck'
  | 'accepted'
  | 'declined'
  | 'cancelled'
  | 'pending'
  | 'noAnswer'
  | 'cancelling'
  | 'noPayment'

/**
 * `elsewhere`: the cardholder confirms outside the page. `told`: declined, and the issuer says why.
 * `stopped`: nothing goes on by itself.
 */
export type Look = 'busy' | 'challenge' | 'elsewhere' | 'accepted' | 'declined' | 'told' | 'stopped'

/** What the shopper may do. */
export interface Offer {
  readonly cancel?: boolean
  /** Leave for the shop, at this address or at the one that the document came with. */
  readonly back?: boolean | string
}

/** The document of the page. */
export interface View {
  readonly data: PageData
  /** Holds the frame of a challenge. */
  readonly place: HTMLElement
  show(look: Look, sentence: Sentence, offer?: Offer): void
  /** Shows what the issuer says, as plain text. */
  showIssuerText(text?: string): void
  onCancel(run: () => void): void
  /** Moves the focus to the head of the page. */
  focus(): void
}

export function createView(): View {
  const data = JSON.parse(element('page').textContent) as PageData
  const [heading, status, place] = [element('title'), element('status'), element('challenge')]
  const issuer = element('issuer')
  const [cancel, back] = [element('cancel'), element('back')]
  return {
    data,
    place,
    show(look, sentence, offer = {}) {
      document.body.dataset.look = look
      place.hidden = look !== 'challenge'
      cancel.hidden = offer.cancel !== true
      if (typeof offer.back === 'string') back.setAttribute('href', offer.back)
      back.hidden = offer.back === undefined || !back.hasAttribute('href')
      const text = data.texts[sentence]
      // The same text, set again, would be read out again.
      if (status.textContent !== text) status.textContent = text
    },
    showIssuerText(text = '') {
      if (issuer.textContent !== text) issuer.textContent = text
    },
    onCancel: (run) => cancel.addEventListener('click', run),
    focus: () => heading.focus(),
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The document has no ${id}`)
  return found
}
