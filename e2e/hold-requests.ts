import type { Page, Request } from '@playwright/test'

type Release = () => void

/** Keeps what the page asks for from now on, as far as it fits, until the function that is answered is called. */
async function hold(page: Page, fits: (request: Request) => boolean): Promise<Release> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*', async (route) => {
    if (fits(route.request())) await released
    await route.fallback()
  })
  return release
}

export const holdScripts = (page: Page): Promise<Release> =>
  hold(page, (request) => /\/_next\/static\/chunks\/[^/]+\.js$/.test(request.url()))

/** Scripts but for the small one that fetches the others (development/build/load-framework.js). */
export const holdFramework = (page: Page): Promise<Release> =>
  hold(page, (request) => /\/_next\/static\/chunks\/(?!load-framework-)[^/]+\.js$/.test(request.url()))

/** Pages that are followed to by a link or the router, without a new document. */
export const holdPages = (page: Page): Promise<Release> => hold(page, (request) => 'rsc' in request.headers())
