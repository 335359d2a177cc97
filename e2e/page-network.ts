import type { Page, Request } from '@playwright/test'

/** Foreign addresses that the page requests from now on; its own blob: and data: URLs are no requests. */
export function foreignRequests(page: Page, origin: string | undefined): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) foreign.push(url)
  })
  return foreign
}

/**
 * Collects the browser's complaints from now on, such as a script that the policy forbids. A 402 is how a price is asked
 * for; browsers call every one of them an error.
 */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 402')) errors.push(message.text())
  })
  return errors
}

/** Keeps what the page asks for from now on, as far as it fits, until the function that is answered is called. */
async function hold(page: Page, fits: (request: Request) => boolean): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*', async (route) => {
    if (fits(route.request())) await released
    await route.fallback()
  })
  return release
}

export const holdScripts = (page: Page) =>
  hold(page, (request) => /\/_next\/static\/chunks\/[^/]+\.js$/.test(request.url()))

/** Scripts but for the small one that fetches the others (development/build/load-framework.js). */
export const holdFramework = (page: Page) =>
  hold(page, (request) => /\/_next\/static\/chunks\/(?!load-framework-)[^/]+\.js$/.test(request.url()))

/** Pages that are followed to by a link or the router, without a new document. */
export const holdPages = (page: Page) => hold(page, (request) => 'rsc' in request.headers())
