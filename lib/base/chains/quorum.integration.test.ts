import { type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { expect, it } from 'vitest'
import { avmDevnetSecretKey, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { ALGORAND_TESTNET, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from './build-requirements'
import { createChains } from './chains'
import { readSignedPayment } from './read-signed-payment'
import { openSvmFeePayer } from './svm/svm-payment'
import { signAvmPayment } from './testing/signed-avm-payment'
import { supportedBy } from './testing/signed-payments'

const world = testWorld()

/** A node that answers like the real one, except for what `change` does to its answers. */
async function startLiar(url: string, change: (text: string) => string): Promise<string> {
  const tell = async (request: IncomingMessage, response: ServerResponse) => {
    const body = request.method === 'POST' ? { body: Uint8Array.from(await buffer(request)) } : {}
    const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
    const answer = await fetch(new URL(request.url ?? '/', url), { method: request.method ?? 'GET', headers, ...body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(change(await answer.text()))
  }
  return (await serveNode((request, response) => void tell(request, response))).origin
}

const chainsAt = (network: string, rpcUrls: string[]) =>
  createChains({ networks: { [network]: { rpcUrls, confirmations: 1 } } })

it('takes an Algorand payment for over only where two of three nodes say so', async () => {
  const url = world.avmUrl
  const ahead = (text: string) =>
    text.replace(/"last-round":(\d+)/, (_, round) => `"last-round":${Number(round) + 5_000}`)
  const liar = await startLiar(url, ahead)
  const requirements = buildRequirements({
    ...{ scheme: 'exact', network: ALGORAND_TESTNET, price: '$0.10', maxTimeoutSeconds: 60 },
    payTo: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE',
    supported: supportedBy({ avm: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE' }),
  })
  const seed = Uint8Array.from(Buffer.from(await avmDevnetSecretKey('buyer'), 'base64').subarray(0, 32))
  const status = (await (await fetch(new URL('/v2/status', url))).json()) as { 'last-round': number }
  const payload = await signAvmPayment(seed, requirements, { firstValid: BigInt(status['last-round']) })
  await expectUnused(payload, requirements, { url, liar, lie: 'undecidable' })
})

it('takes a Solana payment for over only where two of three nodes say so', async () => {
  const url = world.svmRpcUrl
  const ahead = (text: string) =>
    text
      .replace(/"value":true/, '"value":false')
      .replace(/"blockHeight":(\d+)/, (_, height) => `"blockHeight":${Number(height) + 5_000}`)
  const liar = await startLiar(url, ahead)
  const feePayer = openSvmFeePayer(await svmDevnetSecretKey('gas'))
  const requirements = buildRequirements({
    ...{ scheme: 'exact', network: SOLANA_DEVNET, price: '$0.10', maxTimeoutSeconds: 60 },
    payTo: (await svmDevnetSigner('seller')).address,
    supported: supportedBy({ svm: feePayer.address }),
  })
  const scheme = new ExactSvmScheme(await svmDevnetSigner('buyer'), { rpcUrl: url })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  await expectUnused({ x402Version: 2, accepted: requirements, payload }, requirements, { url, liar, lie: 'expired' })
})

async function expectUnused(
  payload: Parameters<typeof readSignedPayment>[0],
  requirements: PaymentRequirements,
  { url, liar, lie }: { url: string; liar: string; lie: string },
) {
  const authorization = readSignedPayment(payload, requirements).authorization
  const ask = (...urls: string[]) => chainsAt(requirements.network, urls).findAuthorization(authorization, 0n)
  expect(await ask(liar, url, url)).toEqual({ state: 'unused' })
  expect(await ask(liar, liar, url)).toMatchObject({ state: lie })
  expect(await ask(liar, url, 'http://127.0.0.1:9')).toMatchObject({ state: 'unreadable' })
}
