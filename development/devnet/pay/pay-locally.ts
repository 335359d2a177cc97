import { z } from 'zod'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { chainUrls } from '@/lib/client/chain-urls'
import type { PayerOptions } from '@/lib/client/create-payer'
import { usage } from '@/packages/cli/src/pay/parse-arguments'
import { runPay } from '@/packages/cli/src/pay/run-pay'
import { runTurnpike } from '@/packages/cli/src/run-turnpike'
import { avmDevnetSecretKey, evmDevnetKey, svmDevnetSecretKey } from '../wallets'

const help = usage({
  name: 'npm run pay --',
  walletHelp: `Wallet: the local networks' funded buyer, or the keys in EVM_PRIVATE_KEY (0x…), SVM_PRIVATE_KEY (base58)
and AVM_PRIVATE_KEY (base64). Chains are read at EVM_RPC_URLS_84532, EVM_RPC_URLS_8453, SVM_RPC_URL_DEVNET,
SVM_RPC_URL_MAINNET and AVM_ALGOD_URL_TESTNET, test networks by default on this machine's ports 8545, 8899 and 4001.`,
})

/**
 * `npm run pay` with those arguments and variables: `turnpike pay` with the wallet of the local networks in place of this
 * machine's, whose limits it does not ask and where it writes nothing down. Returns its exit code.
 */
export const payLocally = (argv: string[], variables: NodeJS.ProcessEnv): Promise<number> =>
  runTurnpike(['pay', ...argv], variables, { pay: async () => ({ run: payFromLocalWallet, help }) })

const payFromLocalWallet = (argv: string[], variables: NodeJS.ProcessEnv): Promise<number> =>
  runPay(argv, async ({ network }) => ({ payer: await parsePayEnv(variables, network) }))

const text = z.string().trim().min(1).optional()

const envSchema = z.object({
  EVM_PRIVATE_KEY: text,
  SVM_PRIVATE_KEY: text,
  AVM_PRIVATE_KEY: text,
})

/**
 * Which wallets pay and where their chains are read.
 * Without keys it is the local networks' buyer, who pays only on test networks: it owns nothing elsewhere.
 * Its Algorand wallet comes only when that is the wanted network, as loading it takes a second.
 */
async function parsePayEnv(variables: NodeJS.ProcessEnv, network: string | null): Promise<PayerOptions> {
  // An empty variable in a shell or an env file means the same as none.
  const env = envSchema.parse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())))
  const rpcUrls = chainUrls(variables, true)
  if (env.EVM_PRIVATE_KEY || env.SVM_PRIVATE_KEY || env.AVM_PRIVATE_KEY) {
    return { evmKey: env.EVM_PRIVATE_KEY, svmKey: env.SVM_PRIVATE_KEY, avmKey: env.AVM_PRIVATE_KEY, rpcUrls }
  }
  const isAlgorand = network === 'avm' || network === ALGORAND_TESTNET
  return {
    evmKey: evmDevnetKey('buyer'),
    svmKey: await svmDevnetSecretKey('buyer'),
    avmKey: isAlgorand ? await avmDevnetSecretKey('buyer') : undefined,
    networks: { evm: [BASE_SEPOLIA], svm: [SOLANA_DEVNET], avm: [ALGORAND_TESTNET] },
    rpcUrls,
  }
}
