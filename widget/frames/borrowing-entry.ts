import { borrowCode } from './borrow-code.ts'

borrowCode(window)
