import { defineConfig } from 'vitest/config'

// Guards against what never ends, not measures: some tests try thousands of inputs, on machines that do more besides.
// Files of one worker share what they import, which is most of what they would otherwise do: each has a database of its own.
const shared = { isolate: false, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

const alias = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') }

const folders = ['app', 'build', 'development', 'lib', 'testing']

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [...folders.map((folder) => `${folder}/**/*.test.ts`), '*.test.ts'],
          exclude: ['**/*.integration.test.ts', 'node_modules'],
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
          globalSetup: ['testing/global-setup.ts'],
          ...shared,
          maxWorkers: 2,
        },
      },
    ],
  },
})
