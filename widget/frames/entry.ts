import { runCodeFrame } from './code-frame.ts'
import { runNumberFrame } from './number-frame.ts'

const input = document.querySelector('input')
const { field, instance = '', parent = '' } = document.documentElement.dataset
if (input !== null) {
  const run = field === 'card.number' ? runNumberFrame : runCodeFrame
  run(input, { instance, parents: parent.split(' ') })
}
