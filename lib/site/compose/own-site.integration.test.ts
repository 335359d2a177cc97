import { afterAll, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { type Application, buildApplication } from './application'
import { listOwnRoutes } from './list-own'

const { url } = await openTestDatabase()
const opened: Application[] = []

afterAll(async () => {
  for (const { facilitator } of opened) facilitator.stop()
  await opened[0]?.database.$disconnect()
})

/** A site on one network, without a payTo address there. */
async function openSite(env: Record<string, string>): Promise<Application> {
  const application = await buildApplication({
    NODE_ENV: 'production',
    DATABASE_URL: url,
    TURNPIKE_SECRET: 'a secret of the test, long enough to be taken',
    LOG_LEVEL: 'silent',
    EVM_RPC_URLS_84532: testWorld().evmRpcUrl,
    ...env,
  })
  opened.push(application)
  return application
}

async function askMcp<Result>({ mcp, gate }: Application, method: string, params = {}): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const answer = await mcp.answer(new Request(`${gate.publicOrigin}/mcp`, { method: 'POST', headers, body }))
  return ((await answer.json()) as { result: Result }).result
}

async function toolsOf(application: Application): Promise<string[]> {
  const { tools } = await askMcp<{ tools: { name: string }[] }>(application, 'tools/list')
  return tools.map(({ name }) => name)
}

/** The number of entries after the site has listed its routes. */
async function listedBy(application: Application): Promise<number> {
  await listOwnRoutes(application)
  for (const { run } of application.mcp.jobs) await run()
  expect(await application.catalog.ownResources()).toEqual([])
  return (await application.catalog.list({})).pagination.total
}

it('has nothing of the demo to sell, and lists nothing of its own', async () => {
  const application = await openSite({})
  expect([application.goods, application.ownRoutes]).toEqual([null, []])
  expect(await listedBy(application)).toBe(0)
  const tools = await toolsOf(application)
  expect(tools).toContain('list_paid_tools')
  expect(tools.filter((name) => /weather|summar/.test(name))).toEqual([])
})

it('is called by its own name in what programs read', async () => {
  const application = await openSite({ SITE_NAME: 'Corner Shop' })
  const { catalog, facilitatorHttp, gate, sellerApi } = application
  const documents = [
    await facilitatorHttp.openapi(new Request(`${gate.publicOrigin}/facilitator/openapi.json`)),
    await catalog.http.openapi(new Request(`${gate.publicOrigin}/facilitator/discovery/openapi.json`)),
    await sellerApi(new Request(`${gate.publicOrigin}/api/v1/openapi.json`)),
  ]
  for (const document of documents) {
    expect((await document.json()) as unknown).toMatchObject({
      info: { title: expect.stringMatching(/^Corner Shop /) },
    })
  }
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const { serverInfo } = await askMcp<{ serverInfo: unknown }>(application, 'initialize', hello)
  expect(serverInfo).toMatchObject({ name: 'corner-shop', title: 'Corner Shop' })
})
