/**
 * The checksums of the migrations that a release has, in their order. They are never changed: databases of
 * that release remember them and are refused when a migration reads differently. A release adds its own.
 */
export const RELEASED_CHECKSUMS = {
  sqlite: ['7e23020f2c38f7966d232d38ffb03cb4ad9297dd6ad5bacbff8e83c64ba1877d'],
  postgres: ['d472dd56c922b9148b897bf7b959a0cb817018ca279ed335f3cf415dc801cdde'],
} as const
