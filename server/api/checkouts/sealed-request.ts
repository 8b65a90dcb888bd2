import type { CheckoutRow } from '../../engine/store/port.ts'
import { openText, sealText } from '../../engine/vault/sealed-text.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import { ParameterValues, type SentParameter } from '../../wire/parameters/values.ts'
import { divided, keptText, readKept } from './kept-request.ts'

/** The text that a checkout keeps of its request. Secret values open for this checkout alone. */
export async function sealedText(
  values: ParameterValues,
  { id, entityId }: Pick<CheckoutRow, 'id' | 'entityId'>,
  vault: Pick<Vault, 'keysOf'>,
): Promise<string> {
  const { readable, secret } = divided(values)
  if (secret.length === 0) return keptText({ readable })
  const sealed = sealText(await vault.keysOf(entityId), placeOf(id), JSON.stringify(secret))
  return keptText({ readable, sealed })
}

/** All of the checkout's own parameters, secret ones last. */
export async function wholeRequestOf(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  vault: Pick<Vault, 'keysOf'>,
): Promise<ParameterValues> {
  const { readable, sealed } = readKept(checkout)
  if (sealed === undefined) return ParameterValues.of(readable)
  const keys = await vault.keysOf(checkout.entityId)
  const secret = JSON.parse(openText(keys, placeOf(checkout.id), sealed)) as SentParameter[]
  return ParameterValues.of([...readable, ...secret])
}

function placeOf(checkoutId: string): string {
  return `checkout ${checkoutId}`
}
