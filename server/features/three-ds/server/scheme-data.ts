import { schemeOf } from '../../../payments/index.ts'
import type { Asked } from './asked.ts'
import type { MessageExtension } from './directory.ts'

/** Application provider id (RID) of the French domestic scheme; the ids of its extensions begin with it. */
const CARTES_BANCAIRES = 'A000000042'

const SCHEME_DATA = [
  ['CB-ITEMSNB', 'threeDSecure.schemeData[CB-ITEMSNB]'],
  ['CB-SCORE_MERCHANT', 'threeDSecure.schemeData[CB-SCORE_MERCHANT]'],
  ['CB-USECASE', 'threeDSecure.schemeData[CB-USECASE]'],
] as const

/** The message extensions with data of a scheme: one for each value of the French scheme. */
export function messageExtensions({
  values,
  brand,
}: Asked): readonly [MessageExtension, ...MessageExtension[]] | undefined {
  if (schemeOf(brand) !== 'cartebancaire') return undefined
  const [first, ...others] = SCHEME_DATA.flatMap(([name, parameter]) => {
    const value = values[parameter]
    if (value === undefined) return []
    const id = `${CARTES_BANCAIRES}_${name}`
    return [{ name, id, criticalityIndicator: false, data: { [name]: value } }]
  })
  return first && [first, ...others]
}
