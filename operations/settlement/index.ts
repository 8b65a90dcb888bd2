/** What others use of settlement. */

export type { SettlementSource } from './file-records.ts'
export { TILLGATE_COLUMNS, tillgateFormat } from './formats/tillgate.ts'
export { type ImportOutcome, importFile } from './import.ts'
