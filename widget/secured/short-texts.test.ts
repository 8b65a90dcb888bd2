import { expect, it } from 'vitest'
import type { FrameLook, ToFrame } from '../../common/widget-wire.ts'
import { readToFrame } from '../frames/read-message.ts'
import { withShortTexts } from './short-texts.ts'

const long = 'x'.repeat(10_000_000)
const look: FrameLook = {
  style: { color: 'red', 'font-family': long },
  placeholderStyle: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`p${at}`, '1'])),
  placeholder: long,
  label: 'Card number',
  description: long,
  lang: 'en',
  colorScheme: 'light',
}

it('cuts texts and leaves long styles out, so that a secured field takes the rest', () => {
  const message = withShortTexts({ kind: 'look', look })
  expect(readToFrame(message)).toBe(message)
  expect(message.look).toMatchObject({
    style: { color: 'red' },
    placeholder: 'x'.repeat(1000),
    label: 'Card number',
  })
  expect(Object.keys(message.look.placeholderStyle)).toHaveLength(100)
  expect(message.look.style).not.toHaveProperty('font-family')
  const fault = withShortTexts({ kind: 'fault', message: long })
  expect(readToFrame(fault)).toBe(fault)
})

it.each<ToFrame>([
  { kind: 'fault', message: null },
  { kind: 'fault', message: 'Too short' },
  {
    kind: 'look',
    look: { ...look, style: {}, placeholderStyle: {}, placeholder: '', description: '' },
  },
  { kind: 'disabled', disabled: true },
])('changes nothing of what fits: %j', (message) => {
  expect(withShortTexts(message)).toEqual(message)
})
