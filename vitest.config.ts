import { defineConfig } from 'vitest/config'

// Guards against what never ends, not measures: some tests try thousands of inputs, on machines that do more besides.
// Files of one worker share their imports, which are most of their work: each has its own database.
const shared = { isolate: false, testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

const alias = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') }

// `*.soak.test.ts` runs nightly only: packing, releases, programs and servers as a user starts them, loads at full length.
// These do in `npm test` a part of what they do there: see development/testing/soak.ts.
const alsoAtLength = [
  'lib/base/chains/read-signed-payment.test.ts',
  'lib/base/markdown/free-part.test.ts',
  'lib/base/markdown/s18-hostile-texts.test.ts',
  'lib/base/x402/canonical-path.test.ts',
  'lib/base/x402/declared-schema.test.ts',
  'lib/base/x402/parse-payment-payload.test.ts',
  'lib/base/x402/settlement-override.test.ts',
  'lib/bazaar/invariants/s5-steering.integration.test.ts',
  'lib/facilitator/parallel.integration.test.ts',
  'lib/facilitator/solana-faults.integration.test.ts',
  'lib/gate/resource-server/invariants/s10-hostile-headers.integration.test.ts',
  'lib/gate/resource-server/invariants/s3-replay.integration.test.ts',
  'lib/gate/sign-in/verify-sign-in.integration.test.ts',
  'lib/shop/sellers/gateways/documents/documents-of-the-wild.test.ts',
]

const folders = ['app', 'development', 'lib', 'packages']

export default defineConfig({
  test: {
    // What one project has compiled, the next one reads.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [...folders.map((folder) => `${folder}/**/*.test.ts`), '*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.soak.test.ts', 'node_modules'],
          environment: 'node',
          ...shared,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: folders.map((folder) => `${folder}/**/*.integration.test.ts`),
          environment: 'node',
          globalSetup: ['development/testing/global-setup.ts'],
          ...shared,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'soak',
          include: [...folders.map((folder) => `${folder}/**/*.soak.test.ts`), ...alsoAtLength],
          environment: 'node',
          globalSetup: ['development/testing/global-setup.ts'],
          env: { SOAK: '1' },
          ...shared,
          testTimeout: 600_000,
        },
      },
    ],
  },
})
