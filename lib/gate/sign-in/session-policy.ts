/** Durations of sessions, in milliseconds. */
export const sessionPolicy = {
  /** From signing in to signing in again. */
  lifetimeMs: 30 * 24 * 3_600_000,
  idleMs: 7 * 24 * 3_600_000,
  /** Age at which the cookie gets a new token. */
  rotateAfterMs: 3_600_000,
  /** How long the previous token still works, for requests already on their way. */
  rotationGraceMs: 60_000,
  /** Precision of `seenAt`; a write per visit would cost more than it tells. */
  seenPrecisionMs: 300_000,
} as const
