import { defineConfig } from '@playwright/test'
import browserTests from '../playwright.config'

/** What takes minutes, holds the chain of all, or starts demos of its own; one after the other. Run by `npm run test:soak`. */
export default defineConfig({
  ...browserTests,
  testDir: 'nightly',
  projects: [{ name: 'nightly' }],
  workers: 1,
  globalSetup: '../development/testing/start-browser-world.ts',
})
