import { defineConfig } from '@playwright/test'
import browserTests from '../playwright.config'

/** Tests that take minutes, block the shared chain or start demos, one after the other. Run by `npm run test:soak`. */
export default defineConfig({
  ...browserTests,
  testDir: 'nightly',
  projects: [{ name: 'nightly' }],
  workers: 1,
  globalSetup: '../development/testing/start-browser-world.ts',
})
