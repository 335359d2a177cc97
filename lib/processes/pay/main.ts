import { parsePayEnv } from './pay-env'
import { outliveReader, runPay } from './run-pay'

outliveReader()
process.exitCode = await runPay(process.argv.slice(2), {
  name: 'npm run pay --',
  walletHelp: `Wallet: the local networks' funded buyer, or the keys in EVM_PRIVATE_KEY (0x…), SVM_PRIVATE_KEY (base58)
and AVM_PRIVATE_KEY (base64). Chains are read at EVM_RPC_URLS_84532, EVM_RPC_URLS_8453, SVM_RPC_URL_DEVNET,
SVM_RPC_URL_MAINNET and AVM_ALGOD_URL_TESTNET, test networks by default on this machine's ports 8545, 8899 and 4001.`,
  findPayer: async ({ network }) => ({ payer: await parsePayEnv(process.env, network) }),
})
