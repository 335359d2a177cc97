import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'

test('the overview shows sales as notifications of the browser, and says when the browser refuses', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  // A browser without a screen has no notifications to show: this one notes what the page asks of it.
  await page.addInitScript(() => {
    const asked = { permission: 'denied', shown: [] as string[] }
    class Noted {
      static get permission() {
        return asked.permission
      }
      static requestPermission = async () => asked.permission
      constructor(title: string, { body }: { body: string }) {
        asked.shown.push(`${title}, ${body}`)
      }
    }
    Object.assign(window, { asked, Notification: Noted })
  })
  const { secret } = await openShop(page, { word: 'told', scopes: ['routes:write'] })
  const { url } = await sellByProgram(request, secret, { title: 'Quinces', path: '/quinces', body: 'A text.' })
  await page.goto('/dashboard')
  const here = page.getByRole('switch', { name: 'Tell me here about sales' })
  await here.click()
  await expect(page.getByText('This browser refuses notifications from this site.')).toBeVisible()
  await expect(here).not.toBeChecked()
  await page.evaluate(() => Object.assign((window as unknown as Asked).asked, { permission: 'granted' }))
  await here.click()
  await expect(here).toBeChecked()
  await expectAccessible(page)

  await buy(request, url)
  const shown = () => page.evaluate(() => (window as unknown as Asked).asked.shown)
  await expect.poll(shown, { timeout: 30_000 }).toEqual(['Sold: Quinces, 0.01 USDC on Base Sepolia'])
})

type Asked = { asked: { permission: string; shown: string[] } }
