import { zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { article } from '@/lib/shop/testing/selling'
import { listShops } from './operating/shops'
import { confirmPayTo } from './payments/payees'
import { createRoute, previewChallenge, updateRoute } from './routes/write-route'
import { createSeller, findSeller } from './shop'

const site = await openTestSite()
const context = site.application.sellers
const owner = await createTestSeller(site)

describe('a shop', () => {
  it('comes before those that were opened earlier', async () => {
    const opened: string[] = []
    for (let count = 0; count < 5; count += 1) opened.unshift((await createTestSeller(site)).handle)
    expect((await listShops(context, { limit: 5 })).shops.map(({ handle }) => handle)).toEqual(opened)
  })

  it('has one owner and one handle for good', async () => {
    const again = { handle: 'another-name', name: 'B' }
    await expect(createSeller(context, owner.actor, again)).rejects.toMatchObject({ code: 'SELLER_EXISTS' })
    const nobody = { accountId: '00000000-0000-4000-8000-000000000000' }
    const taken = { handle: owner.handle, name: 'B' }
    await expect(createSeller(context, nobody, taken)).rejects.toMatchObject({ code: 'HANDLE_TAKEN' })
    await expect(createRoute(context, nobody, article('/a'))).rejects.toMatchObject({ code: 'SELLER_NOT_FOUND' })
  })

  it('takes a payee only when it is confirmed letter by letter', async () => {
    const { payTo } = owner
    const network = 'eip155:84532'
    const wrongCase = `0x${payTo.slice(2).replace(/[a-f]|[A-F]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))}`
    for (const [address, confirmation] of [
      [payTo, payTo.toLowerCase()],
      [payTo, ''],
      [wrongCase, wrongCase],
      ['0x12', '0x12'],
      [zeroAddress, zeroAddress],
    ]) {
      const refused = confirmPayTo(context, owner.actor, { network, address, confirmation })
      await expect(refused).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
    }
    expect((await findSeller(context, owner.actor))?.payees).toMatchObject([{ network, address: payTo }])
  })

  it('takes no payee on a network that the operator has switched off', async () => {
    const { payTo } = owner
    const refused = confirmPayTo(context, owner.actor, { network: 'eip155:8453', address: payTo, confirmation: payTo })
    await expect(refused).rejects.toMatchObject({
      code: 'INPUT_REFUSED',
      fields: { network: 'Base is switched off on this site. Choose another network.' },
    })
  })

  it('has each address once, whatever its parameters are called', async () => {
    await createRoute(context, owner.actor, article('/users/[id]'))
    for (const path of ['/users/[id]', '/users/[name]', '/users/*']) {
      await expect(createRoute(context, owner.actor, article(path))).rejects.toMatchObject({ code: 'ROUTE_PATH_TAKEN' })
    }
  })

  it('keeps the address of a route that buyers know', async () => {
    const { routeId } = await createRoute(context, owner.actor, article('/known'))
    const refused = updateRoute(context, owner.actor, routeId, article('/elsewhere'))
    await expect(refused).rejects.toMatchObject({ code: 'ROUTE_ADDRESS_FIXED' })
  })

  it('shows the 402 before it is saved, and measures it', async () => {
    const { challenge, challengeCharacters, challengeWarning } = await previewChallenge(
      context,
      owner.actor,
      article('/new'),
    )
    expect(challenge.accepts[0]).toMatchObject({ amount: '10000', payTo: owner.payTo })
    expect(challengeCharacters).toBeLessThanOrEqual(8192)
    expect(challengeWarning).toBeNull()
    const withParameters = (length: number) => ({
      isListed: true,
      inputSchema: { properties: Object.fromEntries(Array.from({ length }, (_, n) => [`p${n}`, { type: 'string' }])) },
    })
    const long = { ...article('/long'), discovery: withParameters(130) }
    expect(await createRoute(context, owner.actor, long)).toMatchObject({
      challengeWarning: expect.stringMatching(/has \d+ characters in one header/),
    })
    const discovery = withParameters(300)
    await expect(previewChallenge(context, owner.actor, { ...article('/big'), discovery })).rejects.toMatchObject({
      fields: { discovery: expect.stringMatching(/has \d+ characters/) },
    })
  })

  it.each([
    [{ path: 'text' }, 'path'],
    [{ price: priceOf('$0') }, 'price.dollars'],
    [{ price: { dollars: '$1', networks: [] } }, 'price.networks'],
    [{ price: { dollars: '$1', networks: ['eip155:1'] } }, 'price.networks.0'],
    [{ title: ' ' }, 'title'],
    [{ body: '' }, 'body'],
    [{ discovery: { isListed: true, serviceName: 'x'.repeat(33) } }, 'discovery.serviceName'],
    [{ discovery: { isListed: true, tags: ['1', '2', '3', '4', '5', '6'] } }, 'discovery.tags'],
    [{ discovery: { isListed: true, iconUrl: 'http://127.0.0.1/a.png' } }, 'discovery.iconUrl'],
  ])('refuses %j and names the field', async (change, field) => {
    const refused = createRoute(context, owner.actor, { ...article('/refused'), ...change })
    await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  })
})
