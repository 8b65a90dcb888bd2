import type {
  DoctorCheck,
  DoctorFinding,
  DoctorGiven,
  DoctorResult,
  DoctorState,
} from '../../cli/doctor-check.ts'

/** A check that takes longer is left: a provider or a database does not answer. */
export const MAX_DOCTOR_CHECK_MS = 60_000

/** Makes each check, one after the other. What a check cannot look at is `unknown`, with the reason. Never rejects. */
export async function runChecks(
  checks: readonly DoctorCheck[],
  given: DoctorGiven,
): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const check of checks) {
    const { name, why, fix } = check
    for (const result of await resultsWithin(check, given)) {
      findings.push({ name, why, fix, ...result })
    }
  }
  return findings
}

async function resultsWithin(
  check: DoctorCheck,
  given: DoctorGiven,
): Promise<readonly DoctorResult[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<readonly DoctorResult[]>((resolve) => {
    const found = `no answer within ${MAX_DOCTOR_CHECK_MS / 1000} s`
    timer = setTimeout(() => resolve([{ state: 'unknown', found }]), MAX_DOCTOR_CHECK_MS)
  })
  const results = check.look(given).catch((error: unknown): readonly DoctorResult[] => {
    const found = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return [{ state: 'unknown', found }]
  })
  try {
    return await Promise.race([results, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

const EXIT_CODES = { good: 0, unknown: 0, warning: 1, problem: 2 } as const

/** 0 where all is well or unknown, 1 with warnings, 2 with problems. */
export function exitCodeOf(findings: readonly { readonly state: DoctorState }[]): 0 | 1 | 2 {
  const codes = findings.map(({ state }) => EXIT_CODES[state])
  return codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0
}
