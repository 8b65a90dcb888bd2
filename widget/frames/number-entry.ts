import { runNumberFrame } from './number-frame.ts'
import { startFrame } from './start-frame.ts'

startFrame(runNumberFrame)
