import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOrInstallChromium } from '@/development/checks/find-chromium'
import { DomainError } from '@/lib/base/infra/domain-error'
import { runProcess } from '@/lib/base/infra/run-process'
import { takePages } from './take-pages'
import { takePurchase } from './take-purchase'

const FOLDER = 'docs/pictures'

/** `npx tsx development/pictures/main.ts <origin>`: takes the README's pictures, in both themes, from a demo that runs there. */
await runProcess(async () => {
  const origin = process.argv[2]
  if (!origin || !URL.canParse(origin))
    throw new DomainError(
      'USAGE',
      'Usage: npx tsx development/pictures/main.ts <origin of a demo that runs, such as http://localhost:4021>',
    )
  mkdirSync(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath: await findOrInstallChromium() })
  try {
    for (const theme of ['light', 'dark'] as const) {
      const pictures = {
        ...(await takePages(browser, { origin, theme })),
        purchase: await takePurchase(browser, { origin, theme }),
      }
      for (const [name, bytes] of Object.entries(pictures)) {
        writeFileSync(`${FOLDER}/${name}-${theme}.webp`, bytes)
        console.log(`${FOLDER}/${name}-${theme}.webp: ${Math.ceil(bytes.length / 1000)} kB`)
      }
    }
  } finally {
    await browser.close()
  }
})
