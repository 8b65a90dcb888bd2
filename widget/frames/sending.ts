/** What a page learns of numbers that are sent grows with each: an honest shopper tries a second card, perhaps a third. */
const MAX_NUMBERS = 3
/** One number again tells nothing new. So often nobody tries. */
const MAX_SENDINGS = 20

export type SendingFault = 'not whole' | 'shut'

/** What the number field knows of the number that is to be sent. */
export interface NumberToSend {
  readonly digits: string
  /** It fits length and check digit of a brand. */
  readonly isWhole: boolean
  /**
   * The shopper has left the field, pressed Enter or Tab, or stopped typing, and has edited nothing since. Where
   * the number may be a beginning, only the keys count.
   */
  readonly isFinished: boolean
  /** How many digits the page knew of when it asked: the shopper may have edited since. */
  readonly toldLength?: number | undefined
}

/**
 * Decides whether a number may leave the frame. A page can ask at any moment, and it may have an
 * accomplice who reads what the gateway says of each number (docs/design/page-knowledge.md). So no number is
 * sent that was made of another by adding or taking digits only: of one typing, one number leaves.
 *
 * @returns what is wrong with sending it, or undefined: it is sent
 */
export function sendingRule(): (number: NumberToSend) => SendingFault | undefined {
  const sent = new Set<string>()
  let sendings = 0

  return ({ digits, isWhole, isFinished, toldLength = digits.length }) => {
    const isOfAnother = [...sent].some(
      (other) => other !== digits && (isPartOf(digits, other) || isPartOf(other, digits)),
    )
    if (!isWhole || !isFinished || toldLength !== digits.length) return 'not whole'
    const isNew = !sent.has(digits)
    const isTooOften = sendings === MAX_SENDINGS || (isNew && sent.size === MAX_NUMBERS)
    if (isOfAnother || isTooOften) return 'shut'
    sent.add(digits)
    sendings++
    return undefined
  }
}

/** Whether all digits of `part` stand in `whole` in the same order, with others between, before and behind them. */
function isPartOf(part: string, whole: string): boolean {
  return new RegExp([...part].join('.*')).test(whole)
}
