import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { toClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { createPublicClient, http } from 'viem'
import { baseSepolia } from 'viem/chains'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { readSnippets } from '@/development/documentation/read-snippets'
import { findFreePort } from '@/development/free-port'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { readUsdc } from '@/development/testing/test-buyer'
import { createBlankDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { packGate } from './pack'

const local = testWorld()
const packed = mkdtempSync(join(tmpdir(), 'turnpike-packed-'))
/** The packed gate, a facilitator over HTTP on the shared local networks, and an empty database for the gate. */
const [tarball, facilitators, database] = await Promise.all([
  packGate(packed),
  openFacilitatorSite(),
  createBlankDatabase(),
])
const ends: (() => unknown)[] = [
  () => rmSync(packed, { recursive: true, force: true }),
  () => database.drop(),
  () => facilitators.close(),
]
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

type Seller = { origin: string; payTo: { evm: `0x${string}`; svm: string } }

const manifestSchema = z.object({ dependencies: z.record(z.string()) })

/**
 * Starts a user's project, for its own addresses: the packed file unpacked as npm would, and of all other packages only
 * those that it or the package declares, so that an undeclared one is missed. They are linked from here.
 * @param files a folder with the project's sources, or their texts by name
 */
async function startProject(files: string | Record<string, string>, file: string): Promise<Seller> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-project-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const modules = join(folder, 'node_modules')
  const gate = join(modules, 'turnpike-gate')
  mkdirSync(gate, { recursive: true })
  await promisify(execFile)('tar', ['xzf', tarball, '-C', gate, '--strip-components=1'])
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(gate, 'package.json'), 'utf8')))
  for (const name of new Set([...Object.keys(dependencies), 'express'])) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  if (typeof files === 'string') cpSync(files, folder, { recursive: true })
  else for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const payTo = { evm: facilitators.newEvmSeller(), svm: await facilitators.newSvmSeller() }
  const port = String(await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const env = {
    ...{ PATH, HOME, PORT: port, ORIGIN: origin, DATABASE_URL: database.url, FACILITATOR_URL: facilitators.url },
    SECRET: 'a secret of the tests, long enough to be taken',
    PAY_TO_EVM: payTo.evm,
    PAY_TO_SVM: payTo.svm,
    EVM_RPC_URL: local.evmRpcUrl,
    SVM_RPC_URL: local.svmRpcUrl,
  } as unknown as NodeJS.ProcessEnv // This process's NODE_ENV, for one, is left out.
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  ends.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)))
  await new Promise<void>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Listening')) done()
    })
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}: ${said}`)))
  })
  return { origin, payTo }
}

/** A wallet on each family, and the stock client with it. */
async function newBuyer() {
  const [evm, svm] = await Promise.all([facilitators.newEvmPayer(), facilitators.newSvmPayer()])
  const chain = createPublicClient({ chain: baseSepolia, transport: http(local.evmRpcUrl) })
  const signer = toClientEvmSigner(evm, chain as Parameters<typeof toClientEvmSigner>[1])
  const evmClient = new x402Client()
    .register(BASE_SEPOLIA, new ExactEvmScheme(signer))
    .register(BASE_SEPOLIA, new UptoEvmScheme(signer))
  const svmScheme = new ExactSvmScheme(svm, { rpcUrl: local.svmRpcUrl })
  return {
    payEvm: wrapFetchWithPayment(fetch, evmClient),
    paySvm: wrapFetchWithPayment(fetch, new x402Client().register(SOLANA_DEVNET, svmScheme)),
    signIn: wrapFetchWithSIWx(fetch, evm) as typeof fetch, // It calls what it wraps with both arguments.
  }
}

it('sells in a project with Express, on both families of chains, to the stock client', async () => {
  const shop = await startProject('examples/express-api', 'server.mjs')
  const unpaid = await fetch(`${shop.origin}/weather?city=Porto`)
  expect([unpaid.status, unpaid.headers.has('payment-required')]).toEqual([402, true])
  expect((await fetch(shop.origin)).status).toBe(200)
  const { payEvm, paySvm } = await newBuyer()
  for (const pay of [payEvm, paySvm]) {
    const paid = await pay(`${shop.origin}/weather?city=Porto`)
    expect([paid.status, await paid.json()]).toEqual([200, { city: 'Porto', sky: 'clear', celsius: 21 }])
    expect(paid.headers.get('payment-response')).toBeTruthy()
  }
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
  const post = (text: unknown) =>
    payEvm(`${shop.origin}/summaries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
  expect((await post('')).status).toBe(400)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
  const summary = await post('one two three four five six')
  expect([summary.status, await summary.json()]).toEqual([200, { summary: 'one two three four five …' }])
  expect(await readUsdc(local, shop.payTo.evm)).toBe(30_000n)
})

/** The README's settings for a real server, and this test's in their place. */
const places: [string, string][] = [
  ["'0x…'", 'process.env.PAY_TO_EVM'],
  ["'https://sepolia.base.org'", 'process.env.EVM_RPC_URL'],
  ["'https://x402.org/facilitator'", 'process.env.FACILITATOR_URL'],
  ["'http://localhost:3000'", 'process.env.ORIGIN'],
  ['listen(3000)', "listen(Number(process.env.PORT), '127.0.0.1', () => console.log('Listening'))"],
]

it('sells by the lines that its README begins with', async () => {
  const [{ text = '' } = {}] = readSnippets('packages/gate/README.md')
  for (const [place] of places) expect(text).toContain(place)
  const server = places.reduce((program, [place, here]) => program.replace(place, here), text)
  const files = { 'package.json': '{"type":"module"}', 'server.js': server }
  const shop = await startProject(files, 'server.js')
  expect((await fetch(`${shop.origin}/weather`)).status).toBe(402)
  const { payEvm } = await newBuyer()
  const paid = await payEvm(`${shop.origin}/weather`)
  expect([paid.status, await paid.json()]).toEqual([200, { sky: 'clear' }])
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
})

const common = `
const { createServer } = require('node:http')
const express = require('express')
const { createTurnpike, migrate } = require('turnpike-gate')

async function main() {
  const { settings } = await import('./settings.mjs')
  await migrate(settings)
  const turnpike = createTurnpike({ ...settings, secret: process.env.SECRET })
  await turnpike.ready()
  const app = express()
  app.get('/note', turnpike.express({ price: '$0.01', signIn: true }), (req, res) => res.json(res.locals.turnpike.buyer.kind))
  app.get('/metered', turnpike.express({ price: '$0.10', scheme: 'upto' }), (req, res) => {
    res.locals.turnpike.meter.setAmount(req.query.amount)
    res.json('metered')
  })
  const refuse = (request) => {
    if (request.headers.has('x-unwanted')) throw new Error('Not for sale today.')
  }
  const told = []
  const hooks = { onProtectedRequest: refuse, afterSettlement: ({ payer }) => void told.push(payer) }
  app.get('/guarded', turnpike.express({ price: '$0.01', ...hooks }), (req, res) => res.json(told.length))
  app.get('/told', (req, res) => res.json(told.length))
  createServer(app).listen(process.env.PORT, '127.0.0.1', () => console.log('Listening'))
}
main()
`

it('sells in a project of CommonJS, by sign-in and by upto, with hooks', async () => {
  const settings = readFileSync('examples/express-api/settings.mjs', 'utf8')
  const files = { 'package.json': '{}', 'server.js': common, 'settings.mjs': settings }
  const shop = await startProject(files, 'server.js')
  const { payEvm, signIn } = await newBuyer()
  expect((await signIn(`${shop.origin}/note`)).status).toBe(402)
  expect(await (await payEvm(`${shop.origin}/note`)).json()).toBe('payment')
  const again = await signIn(`${shop.origin}/note`)
  expect([again.status, await again.json()]).toEqual([200, 'sign-in'])
  expect((await (await newBuyer()).signIn(`${shop.origin}/note`)).status).toBe(402)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
  expect((await payEvm(`${shop.origin}/metered?amount=10%`)).status).toBe(200)
  expect((await payEvm(`${shop.origin}/metered?amount=200%`)).status).toBe(500)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(20_000n)
  expect((await payEvm(`${shop.origin}/guarded`, { headers: { 'x-unwanted': '1' } })).status).toBe(500)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(20_000n)
  expect((await payEvm(`${shop.origin}/guarded`)).status).toBe(200)
  expect(await (await fetch(`${shop.origin}/told`)).json()).toBe(1)
})
