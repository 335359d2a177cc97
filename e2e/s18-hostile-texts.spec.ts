import { expect, type Locator, type Page, test } from '@playwright/test'
import { hostileTexts } from '@/lib/base/markdown/testing/hostile-texts'
import { consoleErrors, foreignRequests } from './foreign-requests'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectButton } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

// A database keeps no NUL, so none can be sold.
const texts = Object.values(hostileTexts)
  .flat()
  .filter((text) => !text.includes('\0'))
const harmless = 'A *harmless* text.'
const end = 'Here ends the text.'

const wide = `\`\`\`\n${'wide '.repeat(60)}\n\`\`\``

const everything = [...texts, end].join('\n\n')

/** Texts one after another in as few pieces as fit into a teaser. */
function teasersOf(all: readonly string[]): string[] {
  const teasers = ['']
  for (const text of all) {
    const longer = `${teasers.at(-1)}\n\n${text}`
    if (longer.length > 3_600) teasers.push(text)
    else teasers[teasers.length - 1] = longer
  }
  return teasers.map((teaser) => `${teaser}\n\n${end}`)
}

/** Forbidden elements, attributes and addresses within the place of a seller's text. */
const forbiddenIn = (place: Locator): Promise<string[]> =>
  place.evaluate((root) => {
    const elements = 'p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a hr br table thead tbody tr th td div'
    const attributes = ['a href', 'a rel', 'ol start', 'pre tabindex', 'th align', 'td align']
    return [...root.querySelectorAll('*')].flatMap((element) => {
      const name = element.localName
      const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml'
      // Marks for fragments and sections have names of ours: a seller's could pass for an element of the page.
      const isOurMark = (each: string) =>
        (each === 'id' && /^(at|part)-/.test(element.id)) ||
        (each === 'data-doubtful' && element.getAttribute(each) === '' && /^h[2-6]$/.test(name))
      const strange = element
        .getAttributeNames()
        .filter((each) => !attributes.includes(`${name} ${each}`) && !isOurMark(each))
      const leads = !(element instanceof HTMLAnchorElement) || /^(https?|mailto):$/.test(element.protocol)
      const isInside = !(element instanceof HTMLAnchorElement) || element.origin === window.location.origin
      return [
        ...(isHtml && elements.split(' ').includes(name) ? [] : [`<${name}>`]),
        ...strange.map((each) => `${name} ${each}`),
        ...([null, '0'].includes(element.getAttribute('tabindex')) ? [] : [`${name} before others by keyboard`]),
        ...(leads ? [] : [`a link to ${element.getAttribute('href')}`]),
        ...(name === 'a' && isInside ? [`a link to this site: ${element.getAttribute('href')}`] : []),
      ]
    })
  })

/** How often each element stands outside the text, and which of its attributes could act: the same for every text. */
const surroundings = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const counts: Record<string, number> = {}
    for (const element of document.querySelectorAll(
      'body form, input, iframe, object, embed, base, meta, svg, math, dialog, [onclick], [style], [id]',
    )) {
      if (element.closest('nextjs-portal')) continue
      counts[element.localName] = (counts[element.localName] ?? 0) + 1
    }
    return counts
  })

type Watched = { faults: () => Promise<string[]> }

/** Sees what a hostile text would do: run, ask, load from elsewhere, lead away, or break the page's policy. */
async function watch(page: Page, origin: string | undefined): Promise<Watched> {
  const foreign = foreignRequests(page, origin)
  const errors = consoleErrors(page)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => document.documentElement.setAttribute('data-ran', '') })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Forbidden by policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  return {
    faults: async () => {
      const ran = (await page.locator('html[data-ran]').count()) > 0 ? ['a script ran'] : []
      // A 402 is what a paid page answers, and the browser notes it.
      const complaints = errors.filter((error) => !error.includes('402'))
      return [...ran, ...foreign, ...complaints, ...dialogs]
    },
  }
}

/** Nothing lies over the sentence: a pointer hits it. */
async function expectUncovered(place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const isOnTop = await place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(x + width / 2, y + height / 2)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  })
  expect(isOnTop).toBe(true)
}

test('any text of a seller stays a text, before the payment and in what is bought', async ({
  page,
  request,
  baseURL,
}) => {
  expect(texts.length).toBeGreaterThanOrEqual(200)
  const { handle, wallet, secret } = await openShop(page, { word: 'texts', scopes: ['routes:write'] })
  const watched = await watch(page, baseURL)

  const article = { title: 'A text', dollars: '$0.01' }
  await sellByProgram(request, secret, { ...article, path: '/calm', teaser: `${harmless}\n\n${wide}`, body: harmless })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/x/${handle}/calm`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 900 })
  const expected = await surroundings(page)
  const teasers = teasersOf(texts)
  let url = ''
  for (const [index, teaser] of teasers.entries()) {
    url = `${baseURL}/x/${handle}/text-${index}`
    // The last one is bought below, and its text is all of them.
    const body = index < teasers.length - 1 ? harmless : everything
    await sellByProgram(request, secret, { ...article, path: `/text-${index}`, teaser, body })
    await page.goto(url)
    const place = page.locator('.prose')
    await expect(place.getByText(end)).toBeVisible()
    expect(await forbiddenIn(place)).toEqual([])
    // The last one's headings are told as its outline, under a heading of the page's own.
    const outlines = index < teasers.length - 1 ? 0 : 1
    expect(await surroundings(page)).toEqual({ ...expected, h2: (expected.h2 ?? 0) + outlines })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectUncovered(page.getByRole('region', { name: 'What you pay' }).getByText('Total', { exact: true }))
    await expectUncovered(
      page.getByRole('button', { name: /^(Connect wallet|Continue as \S+|Pay 0.01 USDC)$/ }).first(),
    )
    expect(page.url()).toBe(url)
    expect(await watched.faults()).toEqual([])
  }

  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(url)
  const pay = button(page, 'Pay 0.01 USDC')
  await expect(pay.or(connectButton(page))).toBeVisible()
  if (!(await pay.isVisible())) await connectButton(page).click()
  await pay.click()
  await expect(bought(page).getByText(end)).toBeVisible()
  // The title stays the page's own.
  expect(await forbiddenIn(bought(page).locator('.prose'))).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect(page.url()).toBe(url)
  expect(await watched.faults()).toEqual([])
})
