const KB = 1024
const MB = 1024 * KB

/**
 * How often one caller may ask, over ten seconds, and how much one request may bring, by surface. docs/surfaces.md is
 * made from these numbers.
 */
export const surfaceLimits = {
  /** A paid route that says nothing else. */
  gate: { bodyBytes: MB },
  /** Operations of a seller's service that are free, over all shops. */
  freeRoutes: { callsPerSecond: 10, callsAtOnce: 10, allAtOnce: 200 },
  /** Through a paid route that says so, to a seller's service, without being held. */
  uploads: { bodyBytes: 2_000_000_000 },
  facilitator: { bodyBytes: 128 * KB },
  discovery: { readsPerSecond: 10, newsPerSecond: 1, asksPerSecond: 1, bodyBytes: 32 * KB, streams: 20 },
  /** A purchase takes two calls, and a careful buyer asks for the terms a few times. */
  relay: { callsPerSecond: 2, callsAtOnce: 3, bodyBytes: 64 * KB, answerBytes: 1_000_000 },
  mcp: { bodyBytes: MB, messages: 20, streams: 20 },
  /** A checkout makes a handful of reads; an office behind one address makes some handfuls. */
  rpc: { callsPerSecond: 25, bodyBytes: 16 * KB, answerBytes: MB },
  /** Of one key. */
  sellerApi: { requestsPerSecond: 20, bodyBytes: 3_000_000 },
  files: { bodyBytes: 100 * MB },
  /** For the texts of a shop. */
  images: { bodyBytes: 10 * MB },
  review: { bodyBytes: 2_000_000 },
  faucet: { bodyBytes: 4 * KB },
}
