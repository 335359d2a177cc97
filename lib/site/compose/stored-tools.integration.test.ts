import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { PaymentRequired } from '@x402/core/types'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { atClock } from '@/development/testing/at-clock'
import { approvePermit2, type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { connectMcpBuyer, type McpBuyer } from '@/development/testing/mcp-buyer'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { evmSigningWallet, proofHeader, signProof } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { listPayments } from '@/lib/shop/sellers/payments/payments'
import { pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { getRoute } from '@/lib/shop/sellers/routes/routes'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'

const world = testWorld()
const site = await openTestSite()
const seller = await createTestSeller(site)

const upstream = await startUpstream()
const served = await serveFetch((request) => {
  const handle = new URL(request.url).pathname.split('/')[3]
  const { mcp } = site.application
  return handle === undefined ? mcp.answer(request) : mcp.answerShop(handle, request)
})

afterAll(async () => {
  await upstream.stop()
  await served.stop()
})

/** Echoes its request; `/broken` fails, `/metered` names its cost. */
async function startUpstream() {
  const seen: { url: string; body: string }[] = []
  const server = await serveFetch(async (request) => {
    const url = request.url.slice(new URL(request.url).origin.length)
    seen.push({ url, body: await request.text() })
    if (url.startsWith('/broken')) return new Response('secret trace', { status: 500 })
    return Response.json({ asked: url, cost: '0.02' })
  })
  return { ...server, seen }
}

const context = () => site.application.sellers
const make = (input: object) => createRoute(context(), seller.actor, input)
const api = (path: string, upstreamPath: string, more: object = {}) => ({
  kind: 'api',
  title: 'Weather of a city',
  method: 'GET',
  path,
  price: priceOf('$0.01'),
  upstream: { url: `${upstream.origin}${upstreamPath}` },
  isTool: true,
  ...more,
})

async function connect(place = `/mcp/shop/${seller.handle}`) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await approvePermit2(world, buyer.key)
  const mcp = await connectMcpBuyer(new StreamableHTTPClientTransport(new URL(`${served.origin}${place}`)), buyer)
  return { buyer, mcp }
}

const nameOf = async (routeId: string) => (await getRoute(context(), seller.actor, routeId)).toolName ?? ''

describe('a route that is offered as a tool', () => {
  it('is listed by its shop and by the site, and sold by its own terms to its own seller', async () => {
    const inputSchema = { queryParams: { units: { type: 'string', description: 'metric or imperial' } } }
    const { routeId } = await make(
      api('/weather/[city]', '/cities/[city]', { query: ['units'], discovery: { isListed: true, inputSchema } }),
    )
    const name = await nameOf(routeId)
    expect(name).toBe(`${seller.handle}__weather_city`)
    for (const place of ['/mcp', `/mcp/shop/${seller.handle}`]) {
      const { mcp } = await connect(place)
      const tool = (await mcp.client.listTools()).tools.find((entry) => entry.name === name)
      expect(tool).toMatchObject({
        title: 'Weather of a city',
        inputSchema: {
          properties: { city: { type: 'string' }, units: { description: 'metric or imperial' } },
          required: ['city'],
        },
      })
      expect(JSON.stringify((await mcp.call({ name: 'list_paid_tools' })).structuredContent)).toContain(name)
    }

    const { buyer, mcp } = await connect()
    const call = { name, arguments: { city: 'São Paulo', units: 'metric' } }
    const unpaid = await mcp.call(call)
    expect(unpaid).toMatchObject({
      isError: true,
      structuredContent: {
        resource: { url: `mcp://tool/${name}` },
        accepts: [{ scheme: 'exact', payTo: seller.payTo, amount: '10000' }],
      },
    })
    const asked = upstream.seen.length
    const paid = await mcp.pay(call)
    expect(paid.structuredContent).toMatchObject({ asked: '/cities/S%C3%A3o%20Paulo?units=metric' })
    expect(upstream.seen).toHaveLength(asked + 1)
    expect([await buyer.balance(), await readUsdc(world, seller.payTo)]).toEqual([990_000n, 10_000n])

    const { payments } = await listPayments(context(), seller.actor, { routeId })
    expect(payments).toMatchObject([{ status: 'settled', resourceUri: `mcp://tool/${name}` }])
    await site.application.catalog.countSales()
    const listed = await site.application.catalog.list({ type: 'mcp', limit: '1000' })
    expect(listed.items.map((item) => item.resource)).toContain(`mcp://tool/${name}`)
  })

  it('is paid out of a deposit, and tells a client that has lost its place how it stands', async () => {
    const price = { ...priceOf('$0.0001'), manySmallCalls: true }
    const { routeId } = await make(api('/small', '/small', { price }))
    const call = { name: await nameOf(routeId), arguments: {} }
    const channel = await createChannelBuyer(world, 1_000_000n)
    const payFrom = async (payer: ChannelBuyer) => {
      const signTerms = async ({ accepts }: PaymentRequired) => {
        const terms = accepts.find(({ scheme }) => scheme === 'batch-settlement')
        if (!terms) throw new Error('The tool takes no payments by channels.')
        return payer.signTerms(terms)
      }
      const url = new URL(`${served.origin}/mcp/shop/${seller.handle}`)
      return (await connectMcpBuyer(new StreamableHTTPClientTransport(url), { signTerms })).pay(call)
    }
    const first = await payFrom(channel)
    expect(first.structuredContent).toMatchObject({ asked: '/small' })
    expect(first._meta?.['x402/payment-response']).toMatchObject({ amount: '10000', extra: { chargedAmount: '100' } })
    const again = channel.forgetful()
    const stale = await payFrom(again)
    expect(stale.structuredContent).toMatchObject({ error: expect.stringContaining('cumulative_amount_mismatch') })
    expect(await again.recover(stale.structuredContent as unknown as PaymentRequired)).toBe(true)
    expect((await payFrom(again)).structuredContent).toMatchObject({ asked: '/small' })
    expect(await channel.balance()).toBe(990_000n)
  })

  describe('whose route opens again by sign-in', () => {
    const open = async () => {
      const { routeId } = await make(
        api(`/kept${++made}/[city]`, '/cities/[city]', { query: ['units'], signIn: { statement: 'Open it again.' } }),
      )
      return { name: await nameOf(routeId), path: `/x/${seller.handle}/kept${made}` }
    }
    let made = 0
    const porto = (name: string) => ({ name, arguments: { city: 'Porto', units: 'metric', lang: 'pt' } })
    const challengeOf = async (mcp: McpBuyer, call: Parameters<McpBuyer['call']>[0]) => {
      const { structuredContent } = await mcp.call(call)
      const { extensions } = structuredContent as { extensions?: Record<string, SignInExtension> }
      const challenge = extensions?.['sign-in-with-x']
      if (!challenge) throw new Error('The tool offers no sign-in.')
      return challenge
    }
    const signInMeta = async (challenge: SignInExtension, key: Hex) => ({
      'sign-in-with-x': await signProof(evmSigningWallet(privateKeyToAccount(key)), challenge, BASE_SEPOLIA),
    })

    it('opens without payment for a wallet that has paid the tool or the route, at both', async () => {
      const { name, path } = await open()
      const { buyer, mcp } = await connect()
      await mcp.pay(porto(name))
      const challenge = await challengeOf(mcp, porto(name))
      const { origin } = new URL(challenge.info.uri)
      expect(challenge.info).toMatchObject({ uri: `${origin}${path}/Porto?units=metric`, statement: 'Open it again.' })
      const opened = await mcp.call(porto(name), await signInMeta(challenge, buyer.key))
      expect(opened.structuredContent).toMatchObject({ asked: '/cities/Porto?lang=pt&units=metric' })
      expect(opened._meta?.['x402/payment-response']).toBeUndefined()
      expect(await buyer.balance()).toBe(990_000n)

      const answerRoute = (city: string, headers: Record<string, string>) =>
        site.application.storedRoutes.answer(new Request(`${origin}${path}/${city}?units=metric`, { headers }))
      const proof = (await signInMeta(await challengeOf(mcp, porto(name)), buyer.key))['sign-in-with-x']
      expect((await answerRoute('Porto', { 'SIGN-IN-WITH-X': proofHeader(proof) })).status).toBe(200)

      const braga = { name, arguments: { city: 'Braga', units: 'metric' } }
      const terms = parseHeader((await answerRoute('Braga', {})).headers.get('payment-required') ?? '')
      if (!terms.ok) throw new Error('The route asks for no payment.')
      const payment = encodeHeader(await buyer.signTerms(terms.value as unknown as PaymentRequired))
      expect((await answerRoute('Braga', { 'PAYMENT-SIGNATURE': payment })).status).toBe(200)
      const again = await mcp.call(braga, await signInMeta(await challengeOf(mcp, braga), buyer.key))
      expect(again.structuredContent).toMatchObject({ asked: '/cities/Braga?units=metric' })
      expect(await buyer.balance()).toBe(980_000n)
    })

    it('stays closed for what was not bought, another wallet, a proof of elsewhere, of before or sent again', async () => {
      const { name } = await open()
      const other = await open()
      const { buyer, mcp } = await connect()
      await mcp.pay(porto(name))
      const asked = upstream.seen.length
      const refusal = async (call: Parameters<McpBuyer['call']>[0], meta: Record<string, unknown>) => {
        const { isError, structuredContent } = await mcp.call(call, meta)
        return isError === true && structuredContent?.error
      }
      const sign = async (call: Parameters<McpBuyer['call']>[0], key = buyer.key) =>
        signInMeta(await challengeOf(mcp, call), key)
      const lisbon = { name, arguments: { city: 'Lisbon', units: 'metric' } }
      expect(await refusal(lisbon, await sign(lisbon))).toBe('sign_in_rejected: wallet_has_not_paid')
      expect(await refusal(porto(name), await sign(porto(name), generatePrivateKey()))).toBe(
        'sign_in_rejected: wallet_has_not_paid',
      )
      expect(await refusal(porto(name), await sign(lisbon))).toBe('sign_in_rejected: uri_mismatch')
      expect(await refusal(porto(name), await sign(porto(other.name)))).toBe('sign_in_rejected: uri_mismatch')
      const earlier = await atClock(-301, () => sign(porto(name)))
      expect(await refusal(porto(name), earlier)).toBe('sign_in_rejected: too_old')
      expect(upstream.seen).toHaveLength(asked)
      const good = await sign(porto(name))
      expect(await refusal(porto(name), good)).toBe(false)
      expect(await refusal(porto(name), good)).toBe('sign_in_rejected: nonce_spent')
      expect(upstream.seen).toHaveLength(asked + 1)
      expect(await buyer.balance()).toBe(990_000n)
    })
  })

  it('is charged by its meter', async () => {
    const { routeId } = await make(
      api('/metered', '/metered', {
        kind: 'metered_api',
        method: 'POST',
        price: priceOf('$0.10'),
        metering: { unit: 'json_field', field: 'cost', holds: 'dollars' },
        discovery: { isListed: false, inputSchema: { properties: { text: { type: 'string' } }, required: ['text'] } },
      }),
    )
    const { buyer, mcp } = await connect()
    const name = await nameOf(routeId)
    expect(name).toBe(`${seller.handle}__post_metered`)
    expect((await mcp.call({ name, arguments: {} })).content).toMatchObject([{ text: expect.stringContaining('text') }])
    const { structuredContent } = await mcp.pay({ name, arguments: { text: 'hello' } })
    expect(structuredContent).toMatchObject({ asked: '/metered' })
    expect(upstream.seen.at(-1)?.body).toBe('{"text":"hello"}')
    expect(await buyer.balance()).toBe(980_000n)
    const listed = await site.application.catalog.list({ type: 'mcp', limit: '1000' })
    expect(listed.items.map((item) => item.resource)).not.toContain(`mcp://tool/${name}`)
  })

  it('is in the catalog while it is offered', async () => {
    const listing = { isListed: true, serviceName: 'Listed tool' }
    const input = api('/listed/[city]', '/cities/[city]', { discovery: listing })
    const { routeId } = await make(input)
    const name = await nameOf(routeId)
    const keepInStep = async () => {
      await site.application.mcp.jobs.find((job) => job.name === "list sellers' tools")?.run()
      const { items } = await site.application.catalog.list({ type: 'mcp', limit: '1000' })
      return items.find((item) => item.resource === `mcp://tool/${name}`)
    }
    expect(await keepInStep()).toMatchObject({ serviceName: 'Listed tool', options: [{ payTo: seller.payTo }] })
    await updateRoute(context(), seller.actor, routeId, { ...input, price: priceOf('$0.07') })
    expect(await keepInStep()).toMatchObject({ options: [{ amountAtomic: 70_000n }] })
    await updateRoute(context(), seller.actor, routeId, { ...input, isTool: false })
    expect(await keepInStep()).toBeUndefined()
  })

  it('is gone when it is paused or switched off, and back with its new price', async () => {
    const input = api('/switch', '/switch')
    const { routeId } = await make(input)
    const name = await nameOf(routeId)
    const { mcp } = await connect()
    const isThere = async () => (await mcp.client.listTools()).tools.some((tool) => tool.name === name)
    expect(await isThere()).toBe(true)
    await pauseRoute(context(), seller.actor, routeId)
    expect(await isThere()).toBe(false)
    await expect(mcp.call({ name })).rejects.toThrow('no tool of that name')
    await publishRoute(context(), seller.actor, routeId)
    await updateRoute(context(), seller.actor, routeId, { ...input, price: priceOf('$0.03') })
    expect((await mcp.call({ name })).structuredContent).toMatchObject({ accepts: [{ amount: '30000' }] })
    await updateRoute(context(), seller.actor, routeId, { ...input, isTool: false })
    expect(await isThere()).toBe(false)
  })
})

describe('names and kinds', () => {
  it('keeps two tools of one shop apart', async () => {
    await make(api('/a/b', '/a'))
    await expect(make(api('/a_b', '/a'))).rejects.toMatchObject({ code: 'TOOL_NAME_TAKEN' })
  })

  it('has no server for a shop that is not there, and none of another shop’s tools in one', async () => {
    expect((await fetch(`${served.origin}/mcp/shop/nobody`, { method: 'POST' })).status).toBe(404)
    const { routeId } = await make(api('/mine', '/mine'))
    const stranger = await createTestSeller(site)
    const { mcp } = await connect(`/mcp/shop/${stranger.handle}`)
    await expect(mcp.call({ name: await nameOf(routeId) })).rejects.toThrow('no tool of that name')
  })
})
