const TEN_USDC = '10000000'

/**
 * Gets play money for an address of the wallet. Without an answer it stays empty, and the checkout, which reads the
 * balance, offers the faucet.
 */
export async function askFaucet(network: string, address: string): Promise<void> {
  const body = JSON.stringify({ network, address, amount: TEN_USDC })
  await fetch('/devnet/faucet', { method: 'POST', body }).catch(() => null)
}
