import { lendCode } from './borrow-code.ts'
import { runCodeFrame } from './code-frame.ts'
import { runNumberFrame } from './number-frame.ts'
import { startFrame } from './start-frame.ts'

// Also runs the frame of the security code beside it, which takes it from here (`borrow-code.ts`).
startFrame({ 'card.number': runNumberFrame, 'card.cvv': runCodeFrame }, lendCode)
