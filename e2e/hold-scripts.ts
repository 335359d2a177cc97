import type { Page } from '@playwright/test'

/** Keeps scripts that the page asks for from now on, until the function that is answered is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
