import { type Hex, isHex, keccak256 } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { serveFetch } from './serve-fetch'

export type StandIn = Awaited<ReturnType<typeof startWeb3Signer>>

/** Web3Signer's HTTP interface for secp256k1 keys, as its OpenAPI document has it. */
export async function startWeb3Signer(key: Hex) {
  const { publicKey } = privateKeyToAccount(key)
  const identifier = `0x${publicKey.slice(4)}`
  let used = key
  let signed = 0
  let changed: ((request: Request) => Promise<Response | null>) | null = null
  const served = await serveFetch(async (request) => {
    const odd = await changed?.(request)
    if (odd) return odd
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname === '/api/v1/eth1/publicKeys') return Response.json([identifier])
    if (request.method !== 'POST' || pathname !== `/api/v1/eth1/sign/${identifier}`)
      return new Response(null, { status: 404 })
    const { data } = (await request.json()) as { data: unknown }
    if (!isHex(data)) return new Response(null, { status: 400 })
    signed += 1
    const signature = await sign({ hash: keccak256(data), privateKey: used, to: 'hex' })
    return new Response(signature, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  })
  return {
    url: served.origin,
    /** How it answers from now on; it signs where this returns nothing. */
    answer: (change: typeof changed) => void (changed = change),
    /** Signs with this key under the name of its own. */
    swapKey: (other: Hex) => void (used = other),
    signed: () => signed,
    stop: served.stop,
  }
}
