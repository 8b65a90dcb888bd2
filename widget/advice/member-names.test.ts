import { expect, it } from 'vitest'
import { memberNames } from './member-names.ts'

it('names what is inside of options that are objects, and nothing else', () => {
  const options = {
    style: 'card',
    labels: { cvv: 'Code', cvvv: '' },
    registrations: { requireCvv: true },
    brandDetectionPriority: ['VISA'],
    onReady() {},
    spinner: null,
  }
  expect(memberNames(options)).toEqual(['labels.cvv', 'labels.cvvv', 'registrations.requireCvv'])
})
