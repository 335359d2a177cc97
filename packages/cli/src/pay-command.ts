import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { lesser, openBudget } from './budget'
import { usage } from './pay/parse-arguments'
import { runPay } from './pay/run-pay'
import { findWallet, homeOf } from './wallet-file'

export const PAY_HELP = usage({
  name: 'turnpike pay',
  walletHelp: `Wallet: EVM_PRIVATE_KEY (0x…), SVM_PRIVATE_KEY (base58) and AVM_PRIVATE_KEY (base64), else the one that
"turnpike wallet new" made. "turnpike budget" says what it may spend. Chains are read at EVM_RPC_URLS_84532,
EVM_RPC_URLS_8453, SVM_RPC_URL_DEVNET, SVM_RPC_URL_MAINNET and AVM_ALGOD_URL_TESTNET, else at public nodes; for a server
on this machine at its local networks.`,
})

/** `turnpike pay URL`: pays within the budget of this machine, and writes the payment down. */
export async function payCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runPay(argv, async ({ url, maxDollars }) => {
    const budget = openBudget(homeOf(env).budget)
    const most = lesser(maxDollars, (await budget.read()).perCall)
    if (most !== maxDollars && argv.some((word) => /^--max(=|$)/.test(word))) {
      console.error(`This machine pays ${most} at most at once; "turnpike budget --per-call" changes it.`)
    }
    const rpcUrls = chainUrls(env, isOnThisMachine(new URL(url)))
    return { payer: { ...(await findWallet(env)), rpcUrls }, call: budget.openCall(url), maxDollars: most }
  })
}
