import { readBinList } from './bin-list.ts'

/**
 * The list of a test environment whose operator has none: numbers that gateways publish for tests.
 * The first three are of two brands, which their ranges alone do not tell.
 */
export const testBinList = readBinList(`
43600000,CARTEBANCAIRE VISA,CREDIT
48710499,BCMC VISA,DEBIT
55553412,CARTEBANCAIRE MASTER,DEBIT
49701000-49701001,CARTEBANCAIRE VISA,CREDIT
53602300,MADA MASTER,DEBIT
40000566,VISA,DEBIT
41111111,VISA,CREDIT
42000000,VISA,CREDIT
51051051,MASTER,PREPAID
52008282,MASTER,DEBIT
54545454,MASTER,CREDIT
`)
