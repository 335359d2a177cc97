import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { getRoute } from './routes'
import { createRoute, updateRoute } from './write-route'

const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)
let places = 0
const article = (parts: object) => {
  const path = `/text-${(places += 1)}`
  return { kind: 'article', title: 'A text', method: 'GET', path, price: priceOf('$0.01'), ...parts }
}
const whole = 'Free.\n\n<!-- more -->\n\nPaid.\n\n<!-- more -->\n\nMore.'
const below = 'Paid.\n\n<!-- more -->\n\nMore.'

it.each([
  ['what stands above the divider is the teaser', { body: whole }, { teaser: 'Free.', body: below }],
  [
    'a divider in code is a sample',
    { body: `\`\`\`\n<!-- more -->\n\`\`\`\n\n${whole}` },
    { teaser: '```\n<!-- more -->\n```\n\nFree.', body: below },
  ],
  ['an empty teaser is none', { teaser: ' \n', body: whole }, { teaser: 'Free.', body: below }],
  ['a text with a teaser is not divided again', { teaser: 'Look.', body: below }, { teaser: 'Look.', body: below }],
  [
    'nothing is free above a divider that comes first',
    { body: `<!-- more -->\n\n${below}` },
    { teaser: '', body: below },
  ],
  [
    'front matter in YAML is neither shown nor sold',
    { body: `---\ntitle: A text\nauthor: a@mail.example\n# note\n---\n\n${whole}` },
    { teaser: 'Free.', body: below },
  ],
  [
    'front matter in TOML neither',
    { body: `+++\ntitle = "A text"\n\n[extra]\n+++\n${whole}` },
    { teaser: 'Free.', body: below },
  ],
  [
    'front matter above a teaser neither',
    { teaser: '---\ndraft: true\n---\nLook.', body: `\uFEFF---\ndraft: true\n---\n${below}` },
    { teaser: 'Look.', body: below },
  ],
])('%s', async (_what, sent, stored) => {
  const input = article(sent)
  const { routeId } = await createRoute(context, seller.actor, input)
  expect((await getRoute(context, seller.actor, routeId)).article).toEqual(stored)
  await updateRoute(context, seller.actor, routeId, input)
  expect((await getRoute(context, seller.actor, routeId)).article).toEqual(stored)
})

it.each([
  ['only front matter is sent', { body: '---\ntitle: A text\n---\n' }, 'body'],
  ['nothing is paid for', { body: 'Free.\n\n<!-- more -->\n\n' }, 'body'],
  ['the free part is a book', { body: `${'Free. '.repeat(4_000)}\n\n<!-- more -->\n\nPaid.` }, 'teaser'],
])('is refused where %s', async (_what, sent, field) => {
  const refused = createRoute(context, seller.actor, article(sent))
  await expect(refused).rejects.toMatchObject({ code: 'INPUT_REFUSED', fields: { [field]: expect.any(String) } })
})

it('divides no text that opens by signing in', async () => {
  const { price: _price, ...rest } = article({ kind: 'sign_in', networks: priceOf('').networks, body: whole })
  const { routeId } = await createRoute(context, seller.actor, rest)
  expect((await getRoute(context, seller.actor, routeId)).article).toEqual({ teaser: '', body: whole })
})
