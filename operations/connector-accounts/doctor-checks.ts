import { PROVIDERS } from '../../acquirers/index.ts'
import type { DoctorCheck, DoctorResult } from '../../server/cli/doctor-check.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import { checkAccount, type FindAccount } from '../../server/payments/accounts/index.ts'

/** Each asks its provider, one after the other. */
const MAX_ACCOUNTS = 100

export const accountDoctorChecks: readonly DoctorCheck[] = [
  {
    name: 'connector-accounts',
    looksAt: 'each account that takes payments, as tillgate account check does',
    why: 'payments through it are refused, or what the provider tells is not heard',
    fix: 'tillgate account check ID',
    async look({ scan, services, nowMs }) {
      const rows = await (await scan()).select(
        `SELECT id, provider FROM connector_account WHERE state = 'enabled' ORDER BY id LIMIT ${MAX_ACCOUNTS + 1}`,
      )
      if (rows.length === 0) return [{ state: 'good', found: 'there is none' }]
      const { findAccount, vault } = (await services()) as {
        readonly findAccount: FindAccount
        readonly vault: Vault
      }
      const results: DoctorResult[] = []
      for (const { id, provider } of rows.slice(0, MAX_ACCOUNTS)) {
        const connected = await findAccount(String(id))
        const found =
          connected === undefined
            ? []
            : await checkAccount(connected, { vault, nowMs, providers: PROVIDERS })
        const fix = `tillgate account check ${id}`
        const wrong = found.filter(({ result }) => result === 'wrong')
        for (const { what, why } of wrong) {
          const reason = why === undefined ? '' : `: ${why}`
          results.push({ state: 'problem', found: `${provider} ${id}: ${what}${reason}`, fix })
        }
        if (wrong.length === 0) results.push({ state: 'good', found: `${provider} ${id}` })
      }
      const isMore = rows.length > MAX_ACCOUNTS
      const rest = { state: 'unknown', found: `only ${MAX_ACCOUNTS} were looked at` } as const
      return isMore ? [...results, rest] : results
    },
  },
]
