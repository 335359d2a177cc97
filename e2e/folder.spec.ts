import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible'
import { pictureWidth } from './picture-width'
import { openShop } from './sellers/open-shop'
import { button } from './wallets/at-checkout'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-texts-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** More bytes than a megabyte, in fewer characters than an article may have. */
const long = '橋'.repeat(400_000)

test.beforeAll(async () => {
  mkdirSync(join(folder, 'images'))
  const wall = sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#a04020' } })
  writeFileSync(join(folder, 'images', 'wall.jpg'), await wall.jpeg().toBuffer())
  const shown = '![A wall](images/wall.jpg) and ![another](gone.png)'
  writeFileSync(
    join(folder, 'walls.md'),
    `---\ntitle: On walls\nprice: 5 cents\n---\n${shown}\n\n<!-- more -->\n\nInside.`,
  )
  writeFileSync(join(folder, 'bridges.md'), `# On bridges\n\n${long}\n`)
  writeFileSync(join(folder, 'broken.md'), '---\ntitle: [\n---\nText.\n')
})

test('a folder of texts is sold with its images, and what went wrong is said and tried again', async ({ page }) => {
  test.setTimeout(120_000)
  const { handle } = await openShop(page, { word: 'texts' })
  await page.getByRole('link', { name: 'A folder of texts' }).click()
  await page.getByLabel('Choose a folder').setInputFiles(folder)
  const texts = page.getByRole('list', { name: 'Texts' })
  const [bridges, walls] = [texts.getByRole('listitem').nth(0), texts.getByRole('listitem').nth(1)]
  await expect(walls).toContainText('5 words, 1 minute to read · one image · 5 cents')
  await expect(walls).toContainText('Not in the folder, so shown as its words: gone.png')
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText('broken.md')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  await button(page, 'Import 2 articles').click()
  await expect(page.getByText('Some texts name no price. Write one for them.')).toBeVisible()
  await page.getByLabel('Price where a text names none, in dollars').fill('soon')
  await page.getByLabel('Sell them at once, not as drafts').check()
  await button(page, 'Import 2 articles').click()
  await expect(bridges).toContainText('Write an amount')
  await expect(walls).toContainText('Imported')
  await page.getByLabel('Price where a text names none, in dollars').fill('0.07')
  await button(page, 'Import one article').click()
  await expect(page.getByText('2 of 2 are imported.')).toBeVisible()

  await page.getByLabel('Choose files').setInputFiles(join(folder, 'walls.md'))
  await button(page, 'Import one article').click()
  await expect(texts.getByRole('listitem')).toContainText('Another route of yours has this method and path.')

  await page.goto(`/x/${handle}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'On bridges' })).toContainText('0.07')
  await page.getByRole('link', { name: 'On walls' }).click()
  const image = page.getByRole('img', { name: 'A wall' })
  await expect(image).toBeVisible()
  await expect.poll(() => pictureWidth(image)).toBeGreaterThan(100)
  await expect(page.getByText('another', { exact: false }).first()).toBeVisible()
})
