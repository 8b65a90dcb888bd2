import { runCodeFrame } from './code-frame.ts'
import { startFrame } from './start-frame.ts'

startFrame({ 'card.cvv': runCodeFrame })
