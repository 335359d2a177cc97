/** Attacks on surfaces that a stock server lacks, and the tests that run them on ours. */
export const notRun = [
  {
    id: 'S-5',
    name: 'Listings that push themselves up',
    surface: 'a catalog',
    test: 'lib/bazaar/invariants/s5-steering.integration.test.ts',
  },
  {
    id: 'S-11',
    name: 'Requests into private networks',
    surface: 'calls to upstreams',
    test: 'lib/base/infra/safe-fetch.test.ts',
  },
  {
    id: 'S-12',
    name: 'Markup and headers in sellers’ text',
    surface: 'pages of sellers',
    test: 'e2e/s18-hostile-texts.spec.ts',
  },
  {
    id: 'S-13',
    name: 'Forged dashboard requests, stolen sessions',
    surface: 'a dashboard',
    test: 'e2e/s18-other-sellers.spec.ts',
  },
  {
    id: 'S-17',
    name: 'Invented callers',
    surface: 'limits for each caller',
    test: 'lib/base/http/invariants/s17-invented-addresses.integration.test.ts',
  },
  {
    id: 'S-18',
    name: 'Sellers’ words as our markup',
    surface: 'pages of sellers',
    test: 'e2e/s18-hostile-texts.spec.ts',
  },
  {
    id: 'S-20',
    name: 'Starved reconcilers, filled tables',
    surface: 'a ledger',
    test: 'lib/gate/resource-server/invariants/s20-full-queues.integration.test.ts',
  },
  {
    id: 'S-25',
    name: 'One seller’s schema in what all share',
    surface: 'documents of several sellers',
    test: 'lib/site/compose/invariants/s25-hostile-declarations.integration.test.ts',
  },
] as const
