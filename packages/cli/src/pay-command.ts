import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { CliError } from './cli-error'
import { findWallet } from './find-wallet'
import { adviseFirst, hasPaidBefore, heedBazaar } from './heed-bazaar'
import { homeOf } from './home'
import { findHostRefusal, lesser, readLimits } from './limits-file'
import { openGuard } from './open-guard'
import { runPay } from './pay/run-pay'
import { namedBazaar } from './search-command'

const walletHelp = `Wallet: EVM_PRIVATE_KEY (0x…), SVM_PRIVATE_KEY (base58) and AVM_PRIVATE_KEY (base64), else the one that
"turnpike wallet new" made. "turnpike limits" says what it may spend. Chains are read at EVM_RPC_URLS_84532,
EVM_RPC_URLS_8453, SVM_RPC_URL_DEVNET, SVM_RPC_URL_MAINNET and AVM_ALGOD_URL_TESTNET, else at public nodes; for a server
on this machine at its local networks.`

const isNamed = (argv: string[], flag: string) => argv.some((word) => word === flag || word.startsWith(`${flag}=`))

/** `turnpike pay URL`: pays within the limits of this machine, and writes the payment down. */
export async function payCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runPay(argv, {
    name: 'turnpike pay',
    walletHelp,
    findPayer: async (input) => {
      const home = homeOf(env)
      const limits = await readLimits(home.limits)
      const url = new URL(input.url)
      const refusal = findHostRefusal(limits, url)
      if (refusal !== null) throw new CliError(refusal, 3)
      const maxDollars = lesser(input.maxDollars, limits.perCall)
      if (maxDollars !== input.maxDollars && isNamed(argv, '--max')) {
        console.error(`This machine pays ${maxDollars} at most at once; "turnpike limits --per-call" changes it.`)
      }
      const depositDollars = input.depositDollars ?? limits.deposit
      const bazaar = input.isUnchecked ? null : namedBazaar(env)
      const keys = await findWallet(env)
      const rpcUrls = chainUrls(env, isOnThisMachine(url))
      return {
        payer: { ...keys, rpcUrls },
        guard: openGuard(
          env,
          { ...limits, deposit: depositDollars },
          Object.values(keys),
          heedBazaar(bazaar && adviseFirst(bazaar, hasPaidBefore(home.payments)), {
            tell: console.error,
            override: '--unchecked pays all the same.',
          }),
          input.isSignInTried ? (input.isPassWanted ? 'now' : limits.passes) : null,
        ),
        input: { ...input, maxDollars, depositDollars },
      }
    },
  })
}
