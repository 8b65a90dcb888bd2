import { readBinList } from './bin-list.ts'

/**
 * The list of a test environment whose operator has none: numbers that gateways publish for tests.
 * The first three are of two brands, which their ranges alone do not tell.
 */
export const testBinList = readBinList(`
436000,CARTEBANCAIRE VISA,CREDIT
487104,BCMC VISA,DEBIT
555534,CARTEBANCAIRE MASTER,DEBIT
497010,CARTEBANCAIRE VISA,CREDIT
536023,MADA MASTER,DEBIT
400005,VISA,DEBIT
411111,VISA,CREDIT
420000,VISA,CREDIT
510510,MASTER,PREPAID
520082,MASTER,DEBIT
545454,MASTER,CREDIT
`)
