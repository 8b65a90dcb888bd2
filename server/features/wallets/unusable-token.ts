/**
 * A wallet token that cannot be used. The message says which step failed, as the end of a sentence
 * that begins with the wallet's token. It never leaves this folder: `wallets.ts` makes a refusal of
 * it.
 */
export class UnusableToken extends Error {
  override readonly name = 'UnusableToken'
}

/** One step of reading a token: whatever it throws says that the token fails this step. */
export function step<Result>(fault: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw unusable(error, fault)
  }
}

/** The same for an asynchronous step. */
export async function laterStep<Result>(
  fault: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw unusable(error, fault)
  }
}

/** Ends the reading of a token that does not hold what it must. */
export function must(holds: boolean, fault: string): asserts holds {
  if (!holds) throw new UnusableToken(fault)
}

/** The cause is left out on purpose: parsers quote what they could not read, which may be a card. */
function unusable(error: unknown, fault: string): UnusableToken {
  return error instanceof UnusableToken ? error : new UnusableToken(fault)
}
