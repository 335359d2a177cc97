import { type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import type { Authorization } from './authorization'
import { findAvmAuthorization } from './avm/avm-authorization'
import { MAX_ANSWER_BYTES } from './bounded-request'
import { type Chains, createChains } from './chains'
import { findEvmAuthorization } from './evm/find-evm-authorization'
import { findSvmAuthorization } from './svm/find-svm-authorization'

const json = { 'content-type': 'application/json' }

function pour(response: ServerResponse, chunk: Buffer): void {
  while (!response.destroyed && response.write(chunk));
  if (!response.destroyed) response.once('drain', () => pour(response, chunk))
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

const faults = {
  'never answers': () => {},
  'answers 500': (response: ServerResponse) => response.writeHead(500).end('oops'),
  'answers 429': (response: ServerResponse) => response.writeHead(429).end(),
  'answers HTML': (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  'sends an answer of whose bytes one comes now and then': (response: ServerResponse) =>
    drip(response.writeHead(200, json)),
  'hangs up': (response: ServerResponse) => response.destroy(),
} satisfies Record<string, (response: ServerResponse) => unknown>

async function startFaulty(answer: (response: ServerResponse) => unknown): Promise<string> {
  return (await serveNode((_, response) => void answer(response))).origin
}

const account = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const authorizations: (Authorization & { family: string })[] = [
  {
    family: 'EVM, EIP-3009',
    network: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payer: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    nonce: `0x${'00'.repeat(32)}`,
  },
  {
    family: 'EVM, Permit2',
    network: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payer: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    nonce: '1',
  },
  {
    family: 'Solana',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ...{ asset: account, payer: account, payTo: account, nonce: `00:${account}` },
  },
  {
    family: 'Algorand',
    network: 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
    ...{ asset: '10458941', payer: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE', nonce: 'X:1:2' },
    payTo: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE',
  },
].map((described) => ({
  ...described,
  key: 'a payment',
  scheme: 'exact',
  amountAtomic: 1n,
  validAfter: null,
  validBefore: null,
}))

/** The requests of `findAuthorization` to one node, before silence becomes a state. */
function ask(chains: Chains, authorization: Authorization): Promise<unknown> {
  const { network } = authorization
  const config = chains.configOf(network)
  if (network.startsWith('eip155:'))
    return findEvmAuthorization({ client: chains.evmClient(network), config, further: [] }, authorization, null)
  return network.startsWith('solana:')
    ? findSvmAuthorization(chains.svmRpc(network), authorization, 1, null)
    : findAvmAuthorization(chains.algod(network), null, authorization)
}

it.each(Object.entries(faults))('an RPC that %s decides nothing on any network', async (_, answer) => {
  const rpcUrls = [await startFaulty(answer), await startFaulty(answer)]
  const asking = authorizations.map(async (authorization) => {
    const { network } = authorization
    const chains = createChains({ networks: { [network]: { rpcUrls, confirmations: 1, rpcTimeoutMs: 100 } } })
    expect(await chains.findAuthorization(authorization)).toMatchObject({ state: 'unreadable' })
    await expect(ask(chains, authorization)).rejects.toMatchObject({ name: 'RpcUnreachableError', network })
  })
  await Promise.all(asking)
})

it('refuses a configuration without URLs, confirmations or family', () => {
  const build = (network: string, rpcUrls: string[], confirmations: number) => () =>
    createChains({ networks: { [network]: { rpcUrls, confirmations } } })
  expect(build('eip155:84532', [], 1)).toThrow(/at least one RPC URL/)
  expect(build('eip155:84532', ['http://127.0.0.1:9'], 0)).toThrow(/at least one confirmation/)
  expect(build('bip122:1', ['http://127.0.0.1:9'], 1)).toThrow(/EVM, Solana or Algorand/)
  expect(() => build('eip155:84532', ['http://127.0.0.1:9'], 1)().configOf('eip155:8453')).toThrow(/configured network/)
})

describe('a contract wallet whose chain', () => {
  const refuses = (code: number, message: string) => (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }))
  const verifyAt = async (answer: (response: ServerResponse) => unknown) => {
    const rpcUrls = [await startFaulty(answer)]
    const chains = createChains({ networks: { 'eip155:84532': { rpcUrls, confirmations: 1 } } })
    const proof = { type: 'eip191', chainId: 'eip155:84532', message: 'Sign in' } as const
    const address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
    const signature = `0x1234${'6492'.repeat(16)}`
    return chains.verifyMessageSignature({ ...proof, address, signature })
  }

  it.each([
    [-32000, 'header not found'],
    [-32005, 'limit exceeded'],
    [-32603, 'internal error'],
  ])('answers %i is not called a forger', async (code, message) => {
    expect(await verifyAt(refuses(code, message))).toEqual({
      valid: false,
      error: 'the chain of the smart wallet cannot be reached',
    })
  })

  it('reverts is refused', async () => {
    expect(await verifyAt(refuses(3, 'execution reverted'))).toEqual({
      valid: false,
      error: 'the signature is not by that wallet',
    })
  })
})

const [onEvm, , onSolana, onAlgorand] = authorizations
it.each([onEvm, onSolana, onAlgorand].flatMap((one) => one ?? []))(
  'reads no more of an answer without end than is sensible, on $family',
  async (authorization) => {
    const { network } = authorization
    let sentBytes = 0
    const url = await startFaulty((response) => {
      response.writeHead(200, json).on('close', () => (sentBytes = response.socket?.bytesWritten ?? Infinity))
      pour(response, Buffer.alloc(65_536, ' '))
    })
    // Long enough for gigabytes.
    const chains = createChains({ networks: { [network]: { rpcUrls: [url], confirmations: 1, rpcTimeoutMs: 5_000 } } })
    await expect(ask(chains, authorization)).rejects.toMatchObject({ name: 'RpcUnreachableError', network })
    await expect.poll(() => sentBytes).toBeGreaterThan(0)
    expect(sentBytes).toBeLessThan(3 * MAX_ANSWER_BYTES)
  },
)
