/** How long sessions last. All in milliseconds. */
export const sessionPolicy = {
  /** From signing in to signing in again. */
  lifetimeMs: 30 * 24 * 3_600_000,
  /** Without a visit. */
  idleMs: 7 * 24 * 3_600_000,
  /** After which the cookie gets a new token. */
  rotateAfterMs: 3_600_000,
  /** How long the token before still works, for requests already on their way. */
  rotationGraceMs: 60_000,
  /** How exact `seenAt` is; a write per visit would cost more than it tells. */
  seenPrecisionMs: 300_000,
} as const
