import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { buyText } from './outsiders/buy-text'
import { openShop } from './sellers/open-shop'
import { newHandle, sellArticle } from './sellers/sell'

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
  const handle = newHandle('told')
  await openShop(page, { handle })
  await sellArticle(page, { title: 'Quinces', path: '/quinces', text: 'A text.', dollars: '$0.02' })
  await page.goto('/dashboard')
  const here = page.getByRole('switch', { name: 'Tell me here about sales' })
  await here.click()
  await expect(page.getByText('This browser refuses notifications from this site.')).toBeVisible()
  await expect(here).not.toBeChecked()
  await page.evaluate(() => Object.assign((window as unknown as Asked).asked, { permission: 'granted' }))
  await here.click()
  await expect(here).toBeChecked()
  await expectAccessible(page)

  await buyText(request, new URL(`/x/${handle}/quinces`, page.url()).href)
  const shown = () => page.evaluate(() => (window as unknown as Asked).asked.shown)
  await expect.poll(shown, { timeout: 30_000 }).toEqual(['Sold: Quinces, 0.02 USDC on Base Sepolia'])
})

type Asked = { asked: { permission: string; shown: string[] } }
