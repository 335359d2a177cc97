import { defineConfig } from 'vitest/config'

// Guards against what never ends, not measures: some tests try thousands of inputs, on machines that do more besides.
const guards = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

const alias = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['lib/**/*.test.ts', 'app/**/*.test.ts', '*.test.ts'],
          exclude: ['**/*.integration.test.ts', 'node_modules'],
          environment: 'node',
          ...guards,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['lib/**/*.integration.test.ts', 'app/**/*.integration.test.ts'],
          environment: 'node',
          globalSetup: ['lib/processes/testing/global-setup.ts'],
          ...guards,
          maxWorkers: 2,
        },
      },
    ],
  },
})
