const KB = 1024
const MB = 1024 * KB

/** Limits by surface: how often one caller may ask in ten seconds, and how much. docs/surfaces.md shows them. */
export const surfaceLimits = {
  /** Pages of one address in each instance: at once, and then a second. A person opens fewer, an office some dozens. */
  pages: { atOnce: 60, requestsPerSecond: 10 },
  /** A paid route without its own limit. */
  gate: { bodyBytes: MB },
  /** Operations of a seller's service that are free, over all shops. */
  freeRoutes: { callsPerSecond: 10, callsAtOnce: 10, allAtOnce: 200 },
  /** A body passed through to a seller's service without being stored, on a paid route that allows it. */
  uploads: { bodyBytes: 2_000_000_000 },
  facilitator: { bodyBytes: 128 * KB },
  discovery: { readsPerSecond: 10, asksPerSecond: 1, bodyBytes: 32 * KB },
  /** A purchase takes two calls, and a careful buyer asks for the terms a few times. */
  relay: { callsPerSecond: 2, callsAtOnce: 3, bodyBytes: 64 * KB, answerBytes: 1_000_000 },
  mcp: { bodyBytes: MB, messages: 20, streams: 20 },
  /** A checkout makes a handful of reads; an office behind one address makes some handfuls. */
  rpc: { callsPerSecond: 25, bodyBytes: 16 * KB, answerBytes: MB },
  sellerApi: { requestsPerSecond: 20, bodyBytes: 3_000_000 },
  files: { bodyBytes: 100 * MB },
  images: { bodyBytes: 10 * MB },
  faucet: { bodyBytes: 4 * KB },
}
