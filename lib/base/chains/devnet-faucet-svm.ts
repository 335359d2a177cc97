import { isAddress, address as parseAddress } from '@solana/kit'
import { type FaucetOrder, faucetUnavailable, invalidAddress } from './devnet-faucet-error'

const GAS_FLOOR_LAMPORTS = 1_000_000_000
const GAS_GIVEN_LAMPORTS = 10_000_000_000

/** Opens the wallet's USDC account and mints to it on the local Solana node, with SOL when it holds less than 1. */
export async function fundSvmWallet({ rpcUrl, address, amountAtomic, includesGas }: FaucetOrder): Promise<string> {
  if (!isAddress(address)) throw invalidAddress('Solana')
  const owner = parseAddress(address)
  try {
    if (includesGas) {
      const { value } = (await callRpc(rpcUrl, 'getBalance', [owner])) as { value: number }
      if (value < GAS_FLOOR_LAMPORTS) await callRpc(rpcUrl, 'requestAirdrop', [owner, GAS_GIVEN_LAMPORTS])
    }
    return String(await callRpc(rpcUrl, 'devnet_fundTokenAccount', [owner, amountAtomic.toString()]))
  } catch (cause) {
    throw faucetUnavailable(cause)
  }
}

// The method is the local node's own, which a typed client does not know.
async function callRpc(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
