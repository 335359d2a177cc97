import { defineConfig } from '@playwright/test'
import { findChromium, findPageBrowser } from '@/development/checks/find-programs'

const quietBrowser = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// A bought PDF opens in the viewer that only the whole of Chromium has.
const documents = ['files.spec.ts']

const launch = (path: string | null) => ({ executablePath: path ?? undefined, args: quietBrowser })

export default defineConfig({
  testDir: 'e2e',
  // Guards against what never ends, not measures: other checks use the machine as well.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A test that needs a second try is a broken one.
  retries: 0,
  // More than two cores' worth, since each test waits for the site or for a block much of the time.
  workers: 3,
  fullyParallel: true,
  // One demo serves all tests; what needs one of its own is in nightly.config.ts.
  projects: [
    { name: 'documents', testMatch: documents, use: { launchOptions: launch(findChromium()) } },
    { name: 'site', testIgnore: ['nightly/**', ...documents] },
  ],
  reporter: 'list',
  globalSetup: './development/testing/start-browser-world.ts',
  use: {
    baseURL: process.env.E2E_ORIGIN,
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 900 },
    launchOptions: launch(findPageBrowser()),
  },
})
