import { devnetRpcUrls, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { avmDevnetAddress, type DevnetRole, evmDevnetAccount, svmDevnetSigner } from './wallets'

type DevnetUrls = { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }

/** The roles' test USDC when a chain is new. Every role gets gas, and an account that can be paid. */
const startingAmounts: Record<DevnetRole, bigint> = {
  buyer: 1_000_000_000n,
  seller: 0n,
  maker: 0n,
  maker2: 0n,
  gas: 0n,
  gas2: 0n,
  poor: 5n,
}

/** Gives the roles their first money on the named chains. */
export async function fundRoles(urls: DevnetUrls, networks: string[]): Promise<void> {
  const rpcUrls = devnetRpcUrls(urls)
  for (const [role, amountAtomic] of Object.entries(startingAmounts) as [DevnetRole, bigint][]) {
    const addresses = await addressesOf(role)
    await Promise.all(
      networks.map((network) =>
        fundDevnetWallet(rpcUrls, { network, address: addresses[network] ?? '', amountAtomic }),
      ),
    )
  }
}

async function addressesOf(role: DevnetRole): Promise<Record<string, string>> {
  return {
    [BASE_SEPOLIA]: evmDevnetAccount(role).address,
    [SOLANA_DEVNET]: (await svmDevnetSigner(role)).address,
    [ALGORAND_TESTNET]: await avmDevnetAddress(role),
  }
}
