import type { Vault } from '../../kernel/vault/vault.ts'
import type { AccountFinding } from '../connectors/account-finding.ts'
import type { ConnectedAccount } from './account-connectors.ts'
import { openCredentials } from './credentials.ts'
import { emptySlots, type Provider, providerNamed } from './provider.ts'

/** Asks the provider of an account whether it works. Changes nothing, here and there, and never rejects. */
export async function checkAccount(
  { row, connector }: Pick<ConnectedAccount, 'row' | 'connector'>,
  {
    vault,
    nowMs,
    providers,
  }: {
    readonly vault: Pick<Vault, 'openCredential'>
    readonly nowMs: number
    readonly providers: readonly Provider[]
  },
): Promise<readonly AccountFinding[]> {
  const values = openCredentials(vault, row)
  if (values === undefined) return [unopened]
  const missing = emptySlots(providerNamed(row.provider, providers)?.credentials ?? [], values)
  if (missing.length > 0) {
    const why = `${missing.join(' and ')} of the account is missing: write it (tillgate account rotate)`
    return [{ what: 'credentials', result: 'wrong', why }]
  }
  // Without an account its connector cannot be made: it is of the other environment.
  if (connector.account === undefined) return [otherEnvironment]
  const found = connector.check === undefined ? [] : await connector.check(nowMs)
  return [{ what: 'credentials', result: 'right' }, ...found]
}

const unopened: AccountFinding = {
  what: 'credentials',
  result: 'wrong',
  why: 'the vault does not open them: give the gateway the key that they were sealed with, or write them anew (tillgate account rotate ID SLOT --replace)',
}

const otherEnvironment: AccountFinding = {
  what: 'environment',
  result: 'wrong',
  why: 'the account is of another environment than this gateway: make one here',
}
