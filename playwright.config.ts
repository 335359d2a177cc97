import { defineConfig } from '@playwright/test'
import { findChromium } from './development/checks/find-chromium'

const quietBrowser = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // A test that needs a second try is a broken one.
  retries: 0,
  // One demo serves all tests but those that start demos of their own, which go on beside them.
  workers: 2,
  projects: [
    { name: 'site', testIgnore: 'demo-process.spec.ts', workers: 1 },
    { name: 'starts', testMatch: 'demo-process.spec.ts', workers: 1 },
  ],
  reporter: 'list',
  globalSetup: './testing/start-browser-world.ts',
  use: {
    baseURL: process.env.E2E_ORIGIN,
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: findChromium() ?? undefined, args: quietBrowser },
  },
})
