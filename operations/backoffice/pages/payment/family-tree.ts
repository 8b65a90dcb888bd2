import type { AdminPaymentDetails } from '../../../administration/answer.ts'

export type FamilyMember = AdminPaymentDetails['family'][number]

export interface FamilyNode {
  readonly payment: FamilyMember
  readonly children: readonly FamilyNode[]
}

/** The family as trees, oldest first: each payment under the one that it refers to. */
export function familyTree(family: readonly FamilyMember[]): readonly FamilyNode[] {
  const ids = new Set(family.map(({ id }) => id))
  const inOrder = family.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const below = (parent: string | undefined): readonly FamilyNode[] =>
    inOrder
      .filter(({ referencedId }) =>
        parent === undefined
          ? referencedId === undefined || !ids.has(referencedId)
          : referencedId === parent,
      )
      .map((payment) => ({ payment, children: below(payment.id) }))
  return below(undefined)
}
