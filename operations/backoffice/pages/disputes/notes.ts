import { actorText } from '../../texts/actors.ts'
import { type TextKey, t, word } from '../../texts/texts.ts'

/** Who has done something: a person by the own name, all else in words. */
const SYSTEMS = ['acquirer', 'merchant', 'simulator', 'timer']

/** Who has done something of a dispute, in words. */
export function whoText(by: string): string {
  return SYSTEMS.includes(by) ? word('disputeBy', by) : actorText(by)
}

/** What the gateway itself writes (`NOTES` of the feature, and lines of settlement files), with its parts. */
const FORMS: readonly (readonly [RegExp, TextKey])[] = [
  [/^Document (?<name>.+)$/, 'disputeNote.document'],
  [/^Taken$/, 'disputeNote.taken'],
  [/^Taken as (?<name>.+)$/, 'disputeNote.takenAs'],
  [/^Nobody answered in time$/, 'disputeNote.unanswered'],
  [/^The bank has decided or gone on before the evidence was sent: /, 'disputeNote.tooLate'],
  [/^The connector (?<name>.+) cannot send evidence: hand the documents/, 'disputeNote.cannotSend'],
  [/^The acquirer has not answered .+: hand the documents/, 'disputeNote.silent'],
  [/^The cardholder says that the payment was not theirs$/, 'disputeNote.simulated'],
  [/^Line (?<name>\d+) of the settlement file (?<file>[0-9a-f]+)$/, 'disputeNote.line'],
]

/** A note of the history in the language of the person. What people and acquirers have written stays as it is. */
export function noteText(note: string, by: string): string {
  if (!SYSTEMS.includes(by) && !note.startsWith('Document ')) return note
  for (const [form, key] of FORMS) {
    const found = form.exec(note)
    if (found !== null) return t(key, { ...found.groups })
  }
  return note
}
