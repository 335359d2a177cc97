import { surfaceLimits } from '@/lib/base/http/surface-limits'

/** Who may call an address, how often, and the size limit of one request. */
export type SurfaceFacts = { who: string; rate?: string; size?: string }

const { gate, freeRoutes, uploads, facilitator, discovery, relay, mcp, rpc, sellerApi, files, images, faucet } =
  surfaceLimits

function inWords(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MB`
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1024} KB`
}

const anyone: SurfaceFacts = { who: 'anyone' }
const owner: SurfaceFacts = { who: 'people of the shop whose role allows it, signed in' }
const demo = { who: 'anyone, in the demo only' }
const paid = { who: 'anyone who pays, or signs in where the route allows it', rate: 'queued per caller' }
const sold: SurfaceFacts = { ...paid, size: inWords(gate.bodyBytes) }
const feed: SurfaceFacts = { ...anyone, rate: 'read once in half a minute' }
const found: SurfaceFacts = { ...anyone, rate: `${discovery.readsPerSecond}/s` }
const asked: SurfaceFacts = {
  ...anyone,
  rate: `${discovery.asksPerSecond}/s`,
  size: inWords(discovery.bodyBytes),
}
const settled: SurfaceFacts = {
  who: 'anyone, or API keys (`FACILITATOR_ACCESS`)',
  rate: "`FACILITATOR_REQUESTS_PER_SECOND`, or the key's own",
  size: inWords(facilitator.bodyBytes),
}
const tools = {
  who: 'anyone; paid tools ask for payment',
  size: `${inWords(mcp.bodyBytes)}, ${mcp.messages} messages`,
}
const calls: SurfaceFacts = {
  ...tools,
  rate: `searches ${discovery.readsPerSecond}/s, \`check_before_paying\` ${discovery.asksPerSecond}/s`,
}

/** Facts about route handlers, and about pages that differ from the others. Omitted: no rate, and no body is read. */
export const surfaceFacts: Readonly<Record<string, SurfaceFacts>> = {
  '/.well-known/x402': anyone,
  '/api/dashboard/images': {
    ...owner,
    rate: "the shop's uploads a minute; two are decoded at once",
    size: inWords(images.bodyBytes),
  },
  '/api/dashboard/images/[imageId]': owner,
  '/api/dashboard/routes/[routeId]/file': { ...owner, size: `${inWords(files.bodyBytes)}, streamed` },
  '/api/mail/unsubscribe': { who: 'holders of the link in an e-mail; ends that e-mail and nothing else' },
  '/api/profile': sold,
  '/api/random': sold,
  '/api/receipts/[paymentId]': { who: 'the payer, signed in' },
  '/api/rpc/[network]': {
    who: 'pages of this site, reading methods only; in the demo, also what its own wallet sends',
    rate: `${rpc.callsPerSecond}/s`,
    size: `${inWords(rpc.bodyBytes)}; answers ${inWords(rpc.answerBytes)}`,
  },
  '/api/session': { who: "anyone (sign in); the session's owner" },
  '/api/session/[sessionId]': { who: "the session's owner" },
  '/api/session/wallets': { who: 'signed in, with a proof of the wallet' },
  '/api/summarize': sold,
  '/api/users/[userId]': sold,
  '/api/v1/[...path]': {
    who: "holders of a shop's API key, within its scopes",
    rate: `${sellerApi.requestsPerSecond}/s for each key`,
    size: `${inWords(sellerApi.bodyBytes)}; files ${inWords(files.bodyBytes)}, images ${inWords(images.bodyBytes)}`,
  },
  '/articles/[slug]/full': sold,
  '/bazaar/add': { ...anyone, rate: `${discovery.asksPerSecond}/s to add`, size: '1 MB' },
  '/bazaar/icon/[digest]': anyone,
  '/bazaar/relay': {
    who: 'pages of this site',
    rate: `${relay.callsPerSecond}/s, ${relay.callsAtOnce} at once`,
    size: `${inWords(relay.bodyBytes)}; answers ${inWords(relay.answerBytes)}`,
  },
  '/bought': { who: 'only this server, for a reader whom the gate let in; not found for all others' },
  '/dashboard/payments/export': owner,
  '/devnet/faucet': { ...demo, size: inWords(faucet.bodyBytes) },
  '/devnet/override': { ...demo, size: inWords(gate.bodyBytes) },
  '/devnet/runs': { ...demo, size: inWords(gate.bodyBytes) },
  '/facilitator/accepts': { who: 'anyone', size: inWords(facilitator.bodyBytes) },
  '/facilitator/discovery/openapi.json': anyone,
  '/facilitator/discovery/merchant': found,
  '/facilitator/discovery/owner': asked,
  '/facilitator/discovery/preflight': asked,
  '/facilitator/discovery/probe': asked,
  '/facilitator/discovery/resources': found,
  '/facilitator/discovery/search': found,
  '/facilitator/discovery/validate': asked,
  '/facilitator/health': anyone,
  '/facilitator/openapi.json': anyone,
  '/facilitator/settle': settled,
  '/facilitator/supported': { who: 'anyone, or API keys' },
  '/facilitator/verify': settled,
  '/favicon.ico': anyone,
  '/healthz': anyone,
  '/image/[imageId]/[width]': {
    who: 'anyone, while the image stands in the teaser of an article that is sold or is the picture of a shop',
  },
  '/language/[language]': { who: "anyone; keeps a cookie of the reader's, and goes back to this site only" },
  '/library': { who: 'signed in', size: '1 MB' },
  '/library/copies/[paymentId]': { who: 'the payer, signed in' },
  '/library/receipts/[paymentId]': { who: 'the payer, signed in' },
  '/llms.txt': anyone,
  '/mail/[act]': {
    who: 'holders of the link in an e-mail; the one that confirms counts once and for 24 hours',
    size: 'actions 2 MB',
  },
  '/mark': anyone,
  '/mcp': calls,
  '/mcp/discovery': calls,
  '/mcp/messages': calls,
  '/mcp/shop/[handle]': { ...tools, rate: paid.rate },
  '/mcp/sse': { ...tools, rate: `${mcp.streams} open`, size: 'a stream out' },
  '/metrics': {
    who: 'holders of `METRICS_TOKEN`; without one, this machine and private networks, never through a proxy',
    rate: 'read once a second',
  },
  '/openapi.json': anyone,
  '/readyz': { ...anyone, rate: 'read once a second' },
  '/refused': { who: 'anyone; says that an interface has nothing at an address' },
  '/robots.txt': anyone,
  '/shop/[handle]': { who: 'anyone; browsers ask for it as `/x/[handle]`', size: 'actions 2 MB' },
  '/shop/[handle]/feed.xml': anyone,
  '/sitemap.xml': feed,
  '/weather': sold,
  '/x/[...path]': {
    who: `${paid.who}; free operations anyone`,
    rate: `${paid.rate}; free operations ${freeRoutes.callsPerSecond}/s, ${freeRoutes.callsAtOnce} at once`,
    size: `${inWords(gate.bodyBytes)}; paid uploads that a seller allows, passed on as they come, ${inWords(uploads.bodyBytes)}`,
  },
}
