/** Pauses a local EVM chain: transactions come in and no block is made. Returns a function that resumes it. */
export async function pauseChain(rpcUrl: string): Promise<() => Promise<void>> {
  await call(rpcUrl, 'evm_setAutomine', [false])
  return async () => {
    await call(rpcUrl, 'evm_setAutomine', [true])
    await call(rpcUrl, 'evm_mine', [])
  }
}

async function call(rpcUrl: string, method: string, params: unknown[]): Promise<void> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { error } = (await answer.json()) as { error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
}
