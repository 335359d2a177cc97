import { runPay } from '@/packages/cli/src/pay/run-pay'
import { runTurnpike } from '@/packages/cli/src/run-turnpike'
import { parsePayEnv } from './parse-pay-env'

const walletHelp = `Wallet: the local networks' funded buyer, or the keys in EVM_PRIVATE_KEY (0x…), SVM_PRIVATE_KEY (base58)
and AVM_PRIVATE_KEY (base64). Chains are read at EVM_RPC_URLS_84532, EVM_RPC_URLS_8453, SVM_RPC_URL_DEVNET,
SVM_RPC_URL_MAINNET and AVM_ALGOD_URL_TESTNET, test networks by default on this machine's ports 8545, 8899 and 4001.`

/**
 * `npm run pay` with those arguments and variables: `turnpike pay` with the wallet of the local networks in place of this
 * machine's, whose limits it does not ask and where it writes nothing down. Returns its exit code.
 */
export const payLocally = (argv: string[], variables: NodeJS.ProcessEnv): Promise<number> =>
  runTurnpike(['pay', ...argv], variables, { pay: async () => ({ run: payFromLocalWallet }) })

const payFromLocalWallet = (argv: string[], variables: NodeJS.ProcessEnv): Promise<number> =>
  runPay(argv, {
    name: 'npm run pay --',
    walletHelp,
    findPayer: async ({ network }) => ({ payer: await parsePayEnv(variables, network) }),
  })
