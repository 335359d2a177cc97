import type { Page } from '@playwright/test'

/** Foreign addresses that the page requests from now on; its own blob: and data: URLs are no requests. */
export function foreignRequests(page: Page, origin: string | undefined): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) foreign.push(url)
  })
  return foreign
}

/** Collects the browser's complaints from now on, such as a script that the policy forbids. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}
