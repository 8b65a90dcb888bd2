/** Limits of a look at a page (docs/limits.md). */
export const PAGE_LIMITS = {
  /** Chromium answers a message. */
  answerMs: 20_000,
  /** The page loads and no request is under way for `quietMs`; what has come by then is compared. */
  loadMs: 30_000,
  quietMs: 1000,
  /** `--wait`: for scripts that come later. */
  waitSeconds: 5,
  maxWaitSeconds: 60,
  /** Chromium ends after it was asked to. */
  endMs: 5000,
  maxScripts: 1000,
  maxScriptBytes: 20_000_000,
  maxFrames: 200,
  /** Elements of one document, its frames included. */
  maxNodes: 200_000,
  maxMessageBytes: 100_000_000,
  maxBaselineBytes: 2_000_000,
  maxMasks: 20,
  maxMaskLength: 200,
  /** A text of the baseline or the report. */
  maxText: 500,
} as const
