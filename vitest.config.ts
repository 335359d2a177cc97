import { defineConfig } from 'vitest/config'

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
          // A guard against what never ends, not a measure: some try thousands of inputs, on machines that do more.
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['lib/**/*.integration.test.ts', 'app/**/*.integration.test.ts'],
          environment: 'node',
          globalSetup: ['lib/processes/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
