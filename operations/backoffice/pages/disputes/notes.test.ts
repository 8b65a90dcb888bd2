import { beforeAll, describe, expect, it } from 'vitest'
import german from '../../../../locales/backoffice/de.json'
import { NOTES } from '../../../disputes/notes.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteText, whoText } from './notes.ts'

beforeAll(() => useTexts('de', german))

describe('a note in the history of a dispute', () => {
  it.each([
    [NOTES.document('letter.pdf'), 'ann@shop.example', 'Beleg letter.pdf'],
    [NOTES.taken(undefined), 'acquirer', 'Angenommen'],
    [NOTES.taken('ACQ-1'), 'acquirer', 'Angenommen als ACQ-1'],
    [NOTES.unanswered, 'timer', 'Niemand hat rechtzeitig geantwortet'],
    [NOTES.tooLate, 'timer', german['disputeNote.tooLate']],
    [
      NOTES.handIn('The connector gateway cannot send evidence'),
      'timer',
      'Der Anschluss gateway kann keine Belege senden: Reichen Sie sie selbst beim Acquirer ein',
    ],
    [
      NOTES.handIn('The acquirer has not answered for three days'),
      'timer',
      german['disputeNote.silent'],
    ],
    [NOTES.simulated, 'simulator', german['disputeNote.simulated']],
    ['Line 3 of the settlement file 8ac7', 'acquirer', 'Zeile 3 der Abrechnungsdatei 8ac7'],
  ])('of the gateway is in the language of the person: %s', (note, by, expected) => {
    expect(noteText(note, by)).toBe(expected)
  })

  it('of a person or an acquirer stays as it was written', () => {
    expect(noteText('Taken', 'ann@shop.example')).toBe('Taken')
    expect(noteText('The picture is too dark', 'acquirer')).toBe('The picture is too dark')
  })

  it('says who made it: a person by the own name', () => {
    expect(['merchant', 'ann@shop.example'].map(whoText)).toEqual([
      'Server des Händlers',
      'ann@shop.example',
    ])
  })
})
