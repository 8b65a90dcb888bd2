import { expect, test } from 'vitest'
import { flatMembers } from './flat-members.ts'

test('an answer is shown as names and values, without what every answer has', () => {
  const answer = {
    id: '8ac7',
    result: { code: '000.100.110' },
    card: { holder: 'Jane', last4Digits: '0000' },
    isDefault: true,
    ndc: 'x',
  }
  expect(flatMembers(answer)).toEqual([
    ['id', '8ac7'],
    ['card.holder', 'Jane'],
    ['card.last4Digits', '0000'],
    ['isDefault', 'true'],
  ])
})
