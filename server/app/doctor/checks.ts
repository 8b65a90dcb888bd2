import type { DoctorCheck } from '../../cli/doctor-check.ts'
import { features } from '../../features.ts'
import type { Feature } from '../../payments/index.ts'
import { databaseChecks } from './database-checks.ts'
import { fileChecks } from './file-checks.ts'
import { settingChecks } from './setting-checks.ts'
import { timeChecks } from './time-checks.ts'
import { transportChecks } from './transport-checks.ts'

/** All that `tillgate doctor` looks at, in its order; those of features come last. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  ...settingChecks,
  ...fileChecks,
  ...transportChecks,
  ...databaseChecks,
  ...timeChecks,
  ...(features as readonly Feature[]).flatMap(({ doctor = [] }) => doctor),
]
