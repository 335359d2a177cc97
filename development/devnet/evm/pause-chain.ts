/** Pauses a local EVM chain: transactions come in and no block is made. Returns a function that resumes it. */
export async function pauseChain(rpcUrl: string): Promise<() => Promise<void>> {
  await call(rpcUrl, 'evm_setAutomine', [false])
  return async () => {
    await call(rpcUrl, 'evm_setAutomine', [true])
    await call(rpcUrl, 'evm_mine', [])
  }
}

export async function pendingTransactions(rpcUrl: string): Promise<number> {
  const { pending } = (await call(rpcUrl, 'txpool_status', [])) as { pending: string }
  return Number(pending)
}

async function call(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
